-- Posts one event, in the caller's transaction or its own. Called for events that must be decided one by one (limits,
-- rollbacks, repeated keys, refusals); ledger_post_batch books all others set-based. Code that few events need is in
-- separate functions, because a call costs every bet 0.13 ms (docs/decisions/003-one-lock-no-exceptions.md).
CREATE OR REPLACE FUNCTION ledger_post(r ledger_request) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  w wallet;                -- as it was before this event
  j journal;               -- the event that has this key already
  b journal;               -- the bet that is rolled back
  o ledger_outcome;
  v_refusal text;
  v_most_units bigint;
  v_units_per_stake int;
  v_pace_ms int;
  v_rate int;
  v_ppm int;
  v_due bigint;
  v_mega bigint;
  v_major bigint;
  v_minor bigint;
BEGIN
  -- LOCK: one event of a member at a time.
  SELECT * INTO w FROM wallet WHERE member_id = r.member_id FOR UPDATE;
  IF NOT FOUND THEN
    o.outcome := 'unknown_member';
    RETURN o;
  END IF;
  o.at := clock_timestamp();
  o.cash := w.cash; o.held := w.held; o.in_play := w.in_play; o.comp := w.comp; o.d_comp := 0;
  o.nonce := w.nonce; o.seed_id := w.seed_id;

  -- KEY: looked up first. An event that took effect gets the same answer again, whatever has changed since.
  SELECT * INTO j FROM ONLY journal WHERE member_id = r.member_id AND source = r.source AND key = r.key;
  IF NOT FOUND AND w.archived_seq > 0 THEN
    j := journal_by_key(r.member_id, r.source, r.key, w.archived_seq);
  END IF;
  IF j.seq IS NOT NULL THEN
    IF j.request_hash <> r.request_hash AND NOT ledger_same_play(r, j) THEN
      o.outcome := 'conflict';
      RETURN o;
    END IF;
    RETURN ('replay', j.seq, j.at, j.cash, j.held, j.in_play, j.comp, j.d_comp, j.ref, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::ledger_outcome;
  END IF;

  -- An inquiry's key is not in the journal; the gate looks it up for a spin.
  IF r.source = ${source.own} AND r.nonce IS NULL
      AND EXISTS (SELECT FROM help_item h WHERE h.member_id = r.member_id AND h.request_id = r.key) THEN
    o.outcome := 'conflict';
    RETURN o;
  END IF;

  -- ACCOUNT: checked here, because the journal has no foreign keys.
  IF NOT EXISTS (SELECT 1 FROM account WHERE id = r.contra_id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('the contra account %s does not exist', r.contra_id);
  END IF;

  -- ROLLBACK: a bet whose rollback came first is refused; a rollback becomes the reversal of its bet, or a tombstone.
  IF r.kind = ${kind.bet} THEN
    IF EXISTS (SELECT 1 FROM ONLY journal WHERE member_id = r.member_id AND source = -r.source AND key = r.key)
        OR (w.archived_seq > 0 AND EXISTS (
          SELECT 1 FROM journal_archive WHERE member_id = r.member_id AND source = -r.source AND key = r.key)) THEN
      o.outcome := 'rolled_back';
      RETURN o;
    END IF;
  ELSIF r.kind = ${kind.rollback} THEN
    b := journal_by_key(r.member_id, -r.source, r.key, w.archived_seq);
    IF b.kind <> ${kind.bet} THEN
      o.outcome := 'not_a_bet';
      RETURN o;
    END IF;
    r := ledger_rollback(r, b, w.comp);
    -- The result of a shared round has taken the stake out of play already.
    IF r.d_in_play <> 0 AND (journal_by_key(r.member_id, ${source.system}::smallint, b.ref, w.archived_seq)).seq IS NOT NULL THEN
      r.d_in_play := 0;
    END IF;
    v_rate := b.rate_id;
  ELSIF r.kind IN (${kinds.issue, adjustment}) THEN
    -- An issue or a correction needs its audited act.
    PERFORM ledger_check_signed(r);
  END IF;

  -- GATE: whether a round may start.
  IF r.nonce IS NOT NULL THEN
    SELECT g.refusal, g.most_units, g.units_per_stake INTO v_refusal, v_most_units, v_units_per_stake
      FROM ledger_gate(r.member_id, r.session_id, r.play_session_id, r.game_version_id, r.key, o.at) g;
    IF v_refusal IS NOT NULL THEN
      o.outcome := v_refusal;
      RETURN o;
    END IF;
  END IF;

  -- FUNDS: the balance before any win covers the stake, and no balance falls below zero.
  IF w.cash < r.stake OR w.cash + r.d_cash < 0 OR w.held + r.d_held < 0 OR w.in_play + r.d_in_play < 0 OR w.comp + r.d_comp < 0 THEN
    o.outcome := 'short';
    RETURN o;
  END IF;

  -- LIMITS: the member's own, and exclusion.
  IF w.limited AND r.kind IN (${kinds.bet, spin, deposit_filed, transfer_in}) THEN
    SELECT f.refusal, f.kind, f.period, f.remaining INTO v_refusal, o.limit_kind, o.limit_period, o.limit_left FROM limit_refusal(r, o.at) f;
    IF v_refusal IS NOT NULL THEN
      o.outcome := v_refusal;
      RETURN o;
    END IF;
  END IF;

  -- ROUND: pace, number and seed are checked; then the round is stored, and its shares go to the jackpots.
  IF r.nonce IS NOT NULL THEN
    SELECT min_spin_ms INTO v_pace_ms FROM brand WHERE id = w.brand_id;
    IF w.last_spin_at + v_pace_ms * interval '1 millisecond' > o.at THEN
      o.outcome := 'pace';
      o.wait_ms := ceil(extract(epoch FROM w.last_spin_at + v_pace_ms * interval '1 millisecond' - o.at) * 1000);
      RETURN o;
    END IF;
    IF w.nonce <> r.nonce OR w.seed_id IS DISTINCT FROM r.seed_id THEN
      o.outcome := 'nonce';
      RETURN o;
    END IF;
    -- The program checks each result before; this refuses what it should not have sent.
    IF ledger_pay_fits(r.stake, r.pay, r.units, v_most_units, v_units_per_stake) IS NOT TRUE THEN
      o.outcome := 'unfit';
      RETURN o;
    END IF;
    IF r.jackpot IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM game_version v WHERE v.id = r.game_version_id AND r.jackpot = ANY (v.jackpots)) THEN
        o.outcome := 'unfit';
        RETURN o;
      END IF;
      -- Before the round's own shares lock those of a lane.
      PERFORM jackpot_lock();
    END IF;
    UPDATE member_session SET last_act_at = o.at WHERE id = r.session_id AND last_act_at < o.at - interval '1 minute';
    INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, events)
      VALUES (r.member_id, r.nonce, r.ref, o.at, r.seed_id, r.stake, r.pay, r.units, r.game_version_id, r.events);
    IF EXISTS (SELECT 1 FROM jackpot_tier WHERE open) THEN
      SELECT s.mega, s.major, s.minor INTO v_mega, v_major, v_minor FROM jackpot_shares(r.game_version_id, r.stake) s;
    END IF;
  END IF;

  -- COMP: earned by the stake at the rate of the member's level.
  IF r.game_kind IS NOT NULL AND r.stake > 0 THEN
    SELECT c.id, c.rate_ppm INTO v_rate, v_ppm FROM comp_rate_at(r.member_id, r.game_kind, o.at) c;
    r.d_comp := r.d_comp + scale_ppm_floor(r.stake, coalesce(v_ppm, 0));
  END IF;

  -- WALLET AND JOURNAL: stakes reduce the turnover due, at most to zero.
  v_due := greatest(0, w.turnover_due + r.d_turnover - r.stake);
  UPDATE wallet SET
    cash = wallet.cash + r.d_cash, held = wallet.held + r.d_held, in_play = wallet.in_play + r.d_in_play,
    comp = wallet.comp + r.d_comp, seq = wallet.seq + 1,
    turnover_due = v_due,
    nonce = wallet.nonce + (r.nonce IS NOT NULL)::int,
    last_spin_at = CASE WHEN r.nonce IS NULL THEN wallet.last_spin_at ELSE o.at END,
    unseen = CASE WHEN r.nonce IS NULL THEN wallet.unseen
      ELSE r.pay + CASE WHEN wallet.unseen_until > o.at THEN wallet.unseen ELSE 0 END END,
    unseen_until = CASE WHEN r.nonce IS NULL THEN wallet.unseen_until ELSE o.at + interval '60 seconds' END
  WHERE wallet.member_id = r.member_id
  RETURNING wallet.seq, wallet.cash, wallet.held, wallet.in_play, wallet.comp, wallet.nonce
  INTO o.seq, o.cash, o.held, o.in_play, o.comp, o.nonce;

  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay, request_hash,
      key, ref, contra_id, rate_id, kind, source, share_mega, share_major, share_minor)
    VALUES (r.member_id, o.seq, o.at, r.d_cash, r.d_held, r.d_in_play, r.d_comp, v_due - w.turnover_due, o.cash, o.held, o.in_play, o.comp, r.stake,
      r.pay, r.request_hash, r.key, r.ref, r.contra_id, v_rate, r.kind, r.source, v_mega, v_major, v_minor);

  -- COUNTERS: jackpots and the member's limits.
  IF coalesce(v_mega, v_major, v_minor) IS NOT NULL THEN
    PERFORM jackpot_add(v_mega, v_major, v_minor);
  END IF;
  IF w.limited THEN
    PERFORM limit_record(r, b, o.at);
    IF r.kind IN (${kinds.bet, spin}) THEN
      o.limit_left := limit_stake_left(r.member_id, o.at, r.session_id);
    END IF;
  END IF;
  IF r.jackpot IS NOT NULL THEN
    o := jackpot_pay(r, o);
  END IF;

  o.outcome := CASE r.kind WHEN ${kind.tombstone} THEN 'tombstone' ELSE 'done' END;
  o.d_comp := r.d_comp;
  o.ref := r.ref;
  RETURN o;
END
$$;

REVOKE ALL ON FUNCTION ledger_post FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post TO ${role.app};
