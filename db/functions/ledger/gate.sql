-- Whether a round may start, by the database's clock: null when it may, else the refusal.
CREATE OR REPLACE FUNCTION ledger_gate(p_member_id bigint, p_session_id bigint, p_play_session_id uuid, p_game_version_id smallint,
  p_at timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN s.id IS NULL OR NOT session_is_live(s, p_at) OR p.id IS NULL OR p.ended_at IS NOT NULL OR p.opened_at IS NULL
      THEN 'unauthenticated'
    WHEN m.status <> 'active' THEN 'blocked'
    WHEN m.excluded_until > p_at THEN 'excluded'
    WHEN NOT coalesce(bg.used, false) OR NOT coalesce(bc.used, false) OR m.play_type NOT IN ('all', g.kind) THEN 'used'
  END
  FROM member m
  LEFT JOIN member_session s ON s.id = p_session_id AND s.member_id = m.id
  LEFT JOIN play_session p ON p.id = p_play_session_id AND p.member_id = m.id AND p.session_id = s.id
    AND p.game_version_id = p_game_version_id
  LEFT JOIN game_version v ON v.id = p.game_version_id
  LEFT JOIN game g ON g.code = v.game_code
  LEFT JOIN brand_game bg ON bg.brand_id = m.brand_id AND bg.game_code = g.code
  LEFT JOIN brand_company bc ON bc.brand_id = m.brand_id AND bc.company_code = g.company_code
  WHERE m.id = p_member_id
$$;

REVOKE ALL ON FUNCTION ledger_gate FROM PUBLIC;
