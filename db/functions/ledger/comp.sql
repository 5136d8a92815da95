-- floor(stake * ppm / 1 000 000) without overflow.
CREATE OR REPLACE FUNCTION scale_ppm_floor(amount bigint, ppm int) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (amount / 1000000) * ppm + ((amount % 1000000) * ppm) / 1000000
$$;

-- The rate in force for a brand's level: (id, parts per million), or no row. Written so that a statement that calls it
-- in FROM contains it: with the caller's rights and without a search path of its own.
CREATE OR REPLACE FUNCTION comp_rate_of_level(p_brand_id int, p_level smallint, p_kind text, p_at timestamptz, OUT id int, OUT rate_ppm int)
RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT c.id, c.rate_ppm FROM public.comp_rate c
  WHERE c.brand_id = p_brand_id AND c.game_kind = p_kind AND c.level = p_level AND c.effective_from <= p_at
  ORDER BY c.effective_from DESC LIMIT 1
$$;

-- The same for a member's level.
CREATE OR REPLACE FUNCTION comp_rate_at(p_member bigint, p_kind text, p_at timestamptz, OUT id int, OUT rate_ppm int) RETURNS SETOF record
LANGUAGE sql STABLE AS $$
  SELECT c.id, c.rate_ppm FROM public.member m CROSS JOIN LATERAL public.comp_rate_of_level(m.brand_id, m.level, p_kind, p_at) c
  WHERE m.id = p_member
$$;

REVOKE ALL ON FUNCTION comp_rate_of_level, comp_rate_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION comp_rate_of_level, comp_rate_at TO ${role.app};
