-- Posts many events in one statement; the outcomes come back in the order of the requests. Wallets are locked in the
-- order of their members. Members whose events are all plain (new keys, enough money, no refusal) are booked set-based,
-- all others one by one in the order of arrival. Because the wallet's lock covers every key of its member, no unique
-- violation can happen here. The journal has no foreign keys: accounts are joined instead, at a tenth of the cost. Keys
-- of members with archived rows are looked up in the archive too.
CREATE OR REPLACE FUNCTION ledger_post_batch(${request.parameters}) RETURNS SETOF ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  v_at timestamptz;
  v_out ledger_outcome[];
  v_one ledger_outcome;
  v_sessions bigint[];
  v_mega_ppm int;
  v_major_ppm int;
  v_minor_ppm int;
  v_linked smallint[];
  v_mega bigint;
  v_major bigint;
  v_minor bigint;
  i int := 0;
BEGIN
  PERFORM 1 FROM wallet WHERE member_id = ANY (p_member_id) ORDER BY member_id FOR UPDATE;
  -- A jackpot that one of the rounds hit, before any share locks a lane.
  IF array_remove(p_jackpot, NULL) <> '{}' THEN
    PERFORM jackpot_lock();
  END IF;
  v_at := clock_timestamp();
  SELECT coalesce(max(share_ppm) FILTER (WHERE tier = 'mega'), 0), coalesce(max(share_ppm) FILTER (WHERE tier = 'major'), 0),
      coalesce(max(share_ppm) FILTER (WHERE tier = 'minor'), 0)
    INTO v_mega_ppm, v_major_ppm, v_minor_ppm FROM jackpot_tier WHERE open;
  IF v_mega_ppm + v_major_ppm + v_minor_ppm > 0 THEN
    SELECT array_agg(v.id) INTO v_linked FROM game_version v JOIN game g ON g.code = v.game_code WHERE g.jackpot_linked;
  END IF;

  WITH req AS MATERIALIZED (
    SELECT * FROM unnest(${request.arrays}) WITH ORDINALITY AS t (${request.columns}, ord)
  ), rated AS MATERIALIZED (
    -- Laterals with LIMIT 1 are looked up by index, row for row; the planner cannot turn them into a scan of the
    -- journal.
    SELECT r.*, c.id AS rate_id, a.id AS account_id, w.brand_id, w.cash, w.held, w.in_play, w.comp, w.seq, w.nonce AS w_nonce,
      w.seed_id AS w_seed, w.last_spin_at AS w_last_spin, w.limited, w.turnover_due,
        -- The archive is queried only for members with archived rows, and only for keys that are not in the journal.
      coalesce(known.seq, CASE WHEN w.archived_seq > 0 THEN (SELECT a.seq FROM journal_archive a WHERE a.member_id = r.member_id
        AND a.source IN (r.source, CASE r.kind WHEN ${kind.bet} THEN -r.source ELSE r.source END) AND a.key = r.key LIMIT 1) END) AS known_seq,
      r.game_version_id = ANY (v_linked) AS linked,
      r.d_comp + CASE WHEN r.stake > 0 THEN scale_ppm_floor(r.stake, coalesce(c.rate_ppm, 0)) ELSE 0 END AS all_comp
    FROM req r
    LEFT JOIN wallet w ON w.member_id = r.member_id
    LEFT JOIN account a ON a.id = r.contra_id
    -- A key is looked up by all three columns of its index: with two of them it may read all of the member's events.
    LEFT JOIN LATERAL (
      SELECT j.seq FROM ONLY journal j WHERE j.member_id = r.member_id AND j.source = r.source AND j.key = r.key
      UNION ALL
      SELECT j.seq FROM ONLY journal j WHERE r.kind = ${kind.bet} AND j.member_id = r.member_id AND j.source = -r.source AND j.key = r.key
      LIMIT 1) known ON true
    LEFT JOIN LATERAL (SELECT c.id, c.rate_ppm FROM member m, comp_rate c WHERE r.game_kind IS NOT NULL AND r.stake > 0
      AND m.id = r.member_id AND c.brand_id = m.brand_id AND c.game_kind = r.game_kind AND c.level = m.level
      AND c.effective_from <= v_at ORDER BY c.effective_from DESC LIMIT 1) c ON true
  ), run AS MATERIALIZED (
    SELECT r.*, r.seq + row_number() OVER m AS new_seq,
      (r.cash + sum(r.d_cash) OVER m)::bigint AS new_cash, (r.held + sum(r.d_held) OVER m)::bigint AS new_held,
      (r.in_play + sum(r.d_in_play) OVER m)::bigint AS new_in_play, (r.comp + sum(r.all_comp) OVER m)::bigint AS new_comp,
      -- Turnover falls by stakes and rises by deposits, never below zero at any step: a member with both in one batch
      -- is not plain.
      greatest(0, r.turnover_due + sum(r.d_turnover - r.stake) OVER m)::bigint AS new_due,
      greatest(0, r.turnover_due + sum(r.d_turnover - r.stake) OVER m - r.d_turnover + r.stake)::bigint AS old_due,
      count(*) OVER p AS events_of_member, count(*) OVER k AS events_of_key
    FROM rated r
    WINDOW m AS (PARTITION BY r.member_id ORDER BY r.ord ROWS UNBOUNDED PRECEDING), p AS (PARTITION BY r.member_id),
      k AS (PARTITION BY r.member_id, r.key)
  ), judged AS MATERIALIZED (
    SELECT u.*, bool_and(
      u.brand_id IS NOT NULL AND u.account_id IS NOT NULL AND NOT u.limited AND u.kind <> ${kind.rollback} AND u.jackpot IS NULL AND u.known_seq IS NULL
      AND (u.d_turnover = 0 OR u.events_of_member = 1)
      AND u.new_cash - u.d_cash >= u.stake AND u.new_cash >= 0 AND u.new_held >= 0 AND u.new_in_play >= 0
      AND u.kind NOT IN (${kinds.issue, adjustment})
      AND u.new_comp - u.all_comp + u.d_comp >= 0
      -- A member with a key that comes twice in one batch is not plain: one by one, the second event finds the first.
      AND u.events_of_key = 1
      AND (u.nonce IS NULL OR (
        u.events_of_member = 1 AND u.w_nonce = u.nonce AND u.w_seed = u.seed_id
        AND (u.w_last_spin IS NULL
          OR u.w_last_spin + (SELECT b.min_spin_ms FROM brand b WHERE b.id = u.brand_id) * interval '1 millisecond' <= v_at)
        AND EXISTS (SELECT FROM ledger_gate(u.member_id, u.session_id, u.play_session_id, u.game_version_id, u.key, v_at) g
          WHERE g.refusal IS NULL AND ledger_pay_fits(u.stake, u.pay, u.units, g.most_units, g.units_per_stake))))
    ) OVER (PARTITION BY u.member_id) AS plain
    FROM run u
  ), posted AS (
    UPDATE wallet w SET cash = l.new_cash, held = l.new_held, in_play = l.new_in_play, comp = l.new_comp, seq = l.new_seq,
      turnover_due = l.new_due,
      nonce = w.nonce + (l.nonce IS NOT NULL)::int,
      last_spin_at = CASE WHEN l.nonce IS NULL THEN w.last_spin_at ELSE v_at END,
      unseen = CASE WHEN l.nonce IS NULL THEN w.unseen ELSE l.pay + CASE WHEN w.unseen_until > v_at THEN w.unseen ELSE 0 END END,
      unseen_until = CASE WHEN l.nonce IS NULL THEN w.unseen_until ELSE v_at + interval '60 seconds' END
    FROM judged l WHERE l.plain AND l.new_seq = l.seq + l.events_of_member AND w.member_id = l.member_id
  ), rounds AS (
    INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, events)
      SELECT member_id, nonce, ref, v_at, seed_id, stake, pay, units, game_version_id, events FROM judged WHERE plain AND nonce IS NOT NULL
  ), written AS (
    INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay,
        request_hash, key, ref, contra_id, rate_id, kind, source, share_mega, share_major, share_minor)
      SELECT member_id, new_seq, v_at, d_cash, d_held, d_in_play, all_comp, new_due - old_due, new_cash, new_held, new_in_play,
        new_comp, stake, pay, request_hash, key, ref, contra_id, rate_id, kind, source,
        CASE WHEN linked THEN nullif(scale_ppm_floor(stake, v_mega_ppm), 0) END,
        CASE WHEN linked THEN nullif(scale_ppm_floor(stake, v_major_ppm), 0) END,
        CASE WHEN linked THEN nullif(scale_ppm_floor(stake, v_minor_ppm), 0) END FROM judged WHERE plain ORDER BY ord
  )
  SELECT
    array_agg(CASE WHEN plain THEN ('done', new_seq, v_at, new_cash, new_held, new_in_play, new_comp, all_comp, ref,
      w_nonce + (nonce IS NOT NULL)::int, w_seed, NULL, NULL, NULL, NULL, NULL)::ledger_outcome END ORDER BY ord),
    array_agg(session_id) FILTER (WHERE plain AND session_id IS NOT NULL),
    sum(scale_ppm_floor(stake, v_mega_ppm)) FILTER (WHERE plain AND linked),
    sum(scale_ppm_floor(stake, v_major_ppm)) FILTER (WHERE plain AND linked),
    sum(scale_ppm_floor(stake, v_minor_ppm)) FILTER (WHERE plain AND linked)
  INTO v_out, v_sessions, v_mega, v_major, v_minor FROM judged;

  IF coalesce(v_mega, v_major, v_minor) IS NOT NULL THEN
    PERFORM jackpot_add(v_mega, v_major, v_minor);
  END IF;

  IF v_sessions IS NOT NULL THEN
    UPDATE member_session SET last_act_at = v_at WHERE id = ANY (v_sessions) AND last_act_at < v_at - interval '1 minute';
  END IF;
  FOREACH v_one IN ARRAY v_out LOOP
    i := i + 1;
    IF v_one.outcome IS NULL THEN
      v_one := ledger_post((${request.element})::ledger_request);
    END IF;
    RETURN NEXT v_one;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION ledger_post_batch FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_batch TO ${role.app};
