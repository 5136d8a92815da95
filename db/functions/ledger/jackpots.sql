-- The shares that a stake at a game gives to the open jackpots, floored; no row when the game is not linked or no tier
-- is open.
CREATE OR REPLACE FUNCTION jackpot_shares(p_version smallint, p_stake bigint, OUT mega bigint, OUT major bigint, OUT minor bigint)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT nullif(scale_ppm_floor(p_stake, coalesce(max(t.share_ppm) FILTER (WHERE t.tier = 'mega'), 0)), 0),
    nullif(scale_ppm_floor(p_stake, coalesce(max(t.share_ppm) FILTER (WHERE t.tier = 'major'), 0)), 0),
    nullif(scale_ppm_floor(p_stake, coalesce(max(t.share_ppm) FILTER (WHERE t.tier = 'minor'), 0)), 0)
  FROM jackpot_tier t WHERE t.open
    AND EXISTS (SELECT 1 FROM game_version v JOIN game g ON g.code = v.game_code WHERE v.id = p_version AND g.jackpot_linked)
$$;

-- Adds shares of stakes to this backend's lane, all three tiers in one statement and always locked in the same order.
-- The reserve's part is floored; the pool has the rest.
CREATE OR REPLACE FUNCTION jackpot_add(p_mega bigint, p_major bigint, p_minor bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_lane smallint := pg_backend_pid() % 8;
BEGIN
  PERFORM 1 FROM jackpot_shard WHERE lane = v_lane ORDER BY tier FOR UPDATE;
  UPDATE jackpot_shard s SET pool = s.pool + a.share - r.reserved, reserve = s.reserve + r.reserved
  FROM (VALUES ('mega', p_mega), ('major', p_major), ('minor', p_minor)) a (tier, share)
  JOIN jackpot_tier t ON t.tier = a.tier
  CROSS JOIN LATERAL (SELECT scale_ppm_floor(a.share, t.reserve_ppm) AS reserved) r
  WHERE s.tier = a.tier AND s.lane = v_lane AND a.share > 0;
END
$$;

-- Founds a tier: moves its first money into the pool and opens it, so that linked games feed it and its figure is
-- shown. Returns done, replay (the same key again) or conflict (another tier or amount under the key, or a tier that is
-- open).
CREATE OR REPLACE FUNCTION ledger_found_jackpot(p_tier text, p_amount bigint, p_key uuid, p_from int, p_share_ppm int, p_reserve_ppm int)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_pool int;
  v_open boolean;
  v_known house_entry;
BEGIN
  SELECT t.open INTO STRICT v_open FROM jackpot_tier t WHERE t.tier = p_tier FOR UPDATE;
  SELECT a.id INTO STRICT v_pool FROM account a WHERE a.brand_id IS NULL AND a.class = 'jackpot_pool' AND a.reference = p_tier;
  SELECT * INTO v_known FROM house_entry h WHERE h.key = p_key;
  IF FOUND THEN
    RETURN CASE WHEN (v_known.to_id, v_known.from_id, v_known.amount) = (v_pool, p_from, p_amount) THEN 'replay' ELSE 'conflict' END;
  END IF;
  IF v_open THEN
    RETURN 'conflict';
  END IF;
  INSERT INTO house_entry (key, from_id, to_id, amount, reason) VALUES (p_key, p_from, v_pool, p_amount, 'the ' || p_tier || ' jackpot is founded');
  UPDATE jackpot_tier t SET open = true, share_ppm = p_share_ppm, reserve_ppm = p_reserve_ppm, reseed = p_amount WHERE t.tier = p_tier;
  UPDATE jackpot_shard s SET pool = s.pool + p_amount WHERE s.tier = p_tier AND s.lane = 0;
  RETURN 'done';
END
$$;

REVOKE ALL ON FUNCTION jackpot_shares, jackpot_add, ledger_found_jackpot FROM PUBLIC;
-- Founding is a command, which signs in as the owner.
REVOKE ALL ON FUNCTION ledger_found_jackpot FROM ${role.app};
