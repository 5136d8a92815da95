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

-- Locks the money of all tiers for a hit, in the order in which stakes lock theirs: first of what a transaction locks of it.
CREATE OR REPLACE FUNCTION jackpot_lock() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM jackpot_shard ORDER BY lane, tier FOR UPDATE;
END
$$;

-- Pays the tier r.jackpot that a round has just hit, to the wallet that the caller has locked: all of its pool in whole units, with
-- the share of the round itself. The next pool begins with the rest, with the reserve, and with what the platform adds to its
-- first money. o is the outcome of the round; after it, its cash and jackpot are those of the hit. Whether the tier was closed
-- meanwhile does not matter: a jackpot that was hit is paid. Limits do not count it.
CREATE OR REPLACE FUNCTION jackpot_pay(r ledger_request, o ledger_outcome) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_pool bigint;
  v_reserve bigint;
  v_reseed bigint;
  v_account int;
  v_from int;
  v_seq bigint;
BEGIN
  SELECT sum(s.pool), sum(s.reserve) INTO STRICT v_pool, v_reserve FROM jackpot_shard s WHERE s.tier = r.jackpot;
  SELECT greatest(0, t.reseed - v_reserve), a.id, h.from_id INTO STRICT v_reseed, v_account, v_from
    FROM jackpot_tier t JOIN account a ON a.brand_id IS NULL AND a.class = 'jackpot_pool' AND a.reference = t.tier
    -- A second row that somebody planted for a moment must not refuse the hit.
    JOIN LATERAL (SELECT e.from_id FROM house_entry e WHERE e.to_id = a.id ORDER BY e.id LIMIT 1) h ON true WHERE t.tier = r.jackpot;
  o.jackpot := v_pool - v_pool % 10000;

  UPDATE jackpot_shard s SET reserve = 0, pool = CASE s.lane WHEN 0 THEN v_pool - o.jackpot + v_reserve + v_reseed ELSE 0 END
    WHERE s.tier = r.jackpot;
  UPDATE wallet w SET cash = w.cash + o.jackpot, seq = w.seq + 1, unseen = w.unseen + o.jackpot WHERE w.member_id = r.member_id
    RETURNING w.seq, w.cash INTO STRICT v_seq, o.cash;
  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay,
      request_hash, key, ref, contra_id, kind, source)
    VALUES (r.member_id, v_seq, o.at, o.jackpot, 0, 0, 0, 0, o.cash, o.held, o.in_play, o.comp, 0, 0, r.request_hash, r.ref, r.ref,
      v_account, ${kind.jackpot}, ${source.system});
  INSERT INTO jackpot_hit (round_id, tier, ordinal, member_id, seq, at, amount, kept, reserve, reseed, reseed_from)
    SELECT r.ref, r.jackpot, coalesce(max(h.ordinal), 0) + 1, r.member_id, v_seq, o.at, o.jackpot, v_pool - o.jackpot, v_reserve, v_reseed, v_from
    FROM jackpot_hit h WHERE h.tier = r.jackpot;
  RETURN o;
END
$$;

-- Closes a founded tier, or opens it again: while it is closed, no round begins that can hit it. Returns done, same (it is so
-- already) or unknown (it was never founded).
CREATE OR REPLACE FUNCTION ledger_close_jackpot(p_tier text, p_closed boolean) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t jackpot_tier;
BEGIN
  SELECT * INTO STRICT t FROM jackpot_tier WHERE tier = p_tier FOR UPDATE;
  IF NOT t.open THEN
    RETURN 'unknown';
  ELSIF (t.closed_at IS NOT NULL) = p_closed THEN
    RETURN 'same';
  END IF;
  UPDATE jackpot_tier SET closed_at = CASE WHEN p_closed THEN clock_timestamp() END WHERE tier = p_tier;
  RETURN 'done';
END
$$;

CREATE OR REPLACE TRIGGER jackpot_hit_is_final BEFORE UPDATE OR DELETE ON jackpot_hit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER jackpot_hit_is_whole BEFORE TRUNCATE ON jackpot_hit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
  -- A pool always has a unit to pay.
  IF p_amount < 10000 THEN
    RAISE EXCEPTION 'the first money of a jackpot is at least one unit';
  END IF;
  INSERT INTO house_entry (key, from_id, to_id, amount, reason) VALUES (p_key, p_from, v_pool, p_amount, 'the ' || p_tier || ' jackpot is founded');
  UPDATE jackpot_tier t SET open = true, share_ppm = p_share_ppm, reserve_ppm = p_reserve_ppm, reseed = p_amount WHERE t.tier = p_tier;
  UPDATE jackpot_shard s SET pool = s.pool + p_amount WHERE s.tier = p_tier AND s.lane = 0;
  RETURN 'done';
END
$$;

REVOKE ALL ON FUNCTION jackpot_shares, jackpot_add, jackpot_lock, jackpot_pay, ledger_found_jackpot, ledger_close_jackpot FROM PUBLIC;
-- Founding and closing are commands, which sign in as the owner.
REVOKE ALL ON FUNCTION ledger_found_jackpot, ledger_close_jackpot FROM ${role.app};
