-- Whether a round may start, by the database's clock: a row whose refusal is null when it may, with what was read of the
-- member, the session and the version, so that a spin reads them once. Written so that a statement that calls it in FROM contains
-- it: with the caller's rights and without a search path of its own.
CREATE OR REPLACE FUNCTION ledger_gate(p_member_id bigint, p_session_id bigint, p_play_session_id uuid, p_game_version_id smallint,
  p_key uuid, p_at timestamptz, OUT refusal text, OUT level smallint, OUT last_act_at timestamptz, OUT most_units bigint,
  OUT units_per_stake int) RETURNS SETOF record
LANGUAGE sql STABLE AS $$
  SELECT CASE
    -- Only a session that was idle for long needs the query behind session_is_live.
    WHEN s.id IS NULL OR s.ended_at IS NOT NULL OR p_at >= s.ends_at
        OR NOT (p_at < s.last_act_at + interval '30 minutes' OR public.session_is_live(s, p_at))
        OR p.id IS NULL OR p.opened_at IS NULL
      THEN 'unauthenticated'
    -- Another window of the member was opened since.
    WHEN p.ended_at IS NOT NULL THEN 'elsewhere'
    WHEN m.status <> 'active' THEN 'blocked'
    WHEN m.excluded_until > p_at THEN 'excluded'
    WHEN NOT coalesce(bg.used, false) OR NOT coalesce(bc.used, false) OR m.play_type NOT IN ('all', g.kind) THEN 'used'
    -- A version whose largest pay is not filled in yet takes no rounds either.
    WHEN v.most_units IS NULL THEN 'used'
    -- A result of it failed its check.
    WHEN v.closed_at IS NOT NULL THEN 'closed'
    -- A jackpot that the version can hit is not founded, or closed.
    WHEN v.jackpots <> '{}' AND EXISTS (SELECT FROM public.jackpot_tier t WHERE t.tier = ANY (v.jackpots) AND (NOT t.open OR t.closed_at IS NOT NULL))
      THEN 'used'
    -- Keys of the member's other calls are in the journal.
    WHEN EXISTS (SELECT FROM public.help_item h WHERE h.member_id = p_member_id AND h.request_id = p_key) THEN 'conflict'
  END, m.level, s.last_act_at, v.most_units, v.units_per_stake
  FROM public.member m
  LEFT JOIN public.member_session s ON s.id = p_session_id AND s.member_id = m.id
  LEFT JOIN public.play_session p ON p.id = p_play_session_id AND p.member_id = m.id AND p.session_id = s.id
    AND p.game_version_id = p_game_version_id
  LEFT JOIN public.game_version v ON v.id = p.game_version_id
  LEFT JOIN public.game g ON g.code = v.game_code
  LEFT JOIN public.brand_game bg ON bg.brand_id = m.brand_id AND bg.game_code = g.code
  LEFT JOIN public.brand_company bc ON bc.brand_id = m.brand_id AND bc.company_code = g.company_code
  WHERE m.id = p_member_id
$$;

-- Whether a result may be booked: the stake divides into the units of the version, and the pay is that many units, at most
-- the largest pay. Jackpots are no part of it. Of a void round, which has no units, it is unknown: ledger_void books it. A statement that calls it contains it.
CREATE OR REPLACE FUNCTION ledger_pay_fits(p_stake bigint, p_pay bigint, p_units bigint, p_most_units bigint, p_units_per_stake int)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_stake % p_units_per_stake = 0 AND p_units >= 0 AND p_units <= p_most_units AND p_pay = p_units * (p_stake / p_units_per_stake)
$$;

REVOKE ALL ON FUNCTION ledger_gate, ledger_pay_fits FROM PUBLIC;
