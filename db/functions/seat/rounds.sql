-- Rounds with decisions that a member plays alone (docs/decisions/046-seat-rounds.md): each stake is a bet that goes from cash into play, the
-- result takes all of them out. Nothing here knows a card: the program computes them from the seeds after each statement has committed. Lock
-- order: wallet, round, version of the game.

-- Whether the own key of a member is new.
CREATE OR REPLACE FUNCTION seat_key_is_new(w wallet, p_key uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (journal_by_key(w.member_id, ${source.own}::smallint, p_key, w.archived_seq)).seq IS NULL
$$;

-- Begins a round with its stake and the member's next number; r is a bet with the session, window, version, number and seed pair in their columns.
-- Outcomes are those of a spin and a bet, and open_round. A key that took effect gets its answer again.
CREATE OR REPLACE FUNCTION seat_begin(r ledger_request, p_decide_ms int) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  w wallet;
  o ledger_outcome;
  g record;
  bet ledger_request := r;
  v_pace interval;
BEGIN
  IF (r.kind, r.source, r.d_in_play, r.nonce IS NULL, r.seed_id IS NULL, r.ref IS NULL) IS DISTINCT FROM
      (${kind.bet}::smallint, ${source.own}::smallint, r.stake, false, false, false) OR r.stake <= 0 THEN
    RAISE EXCEPTION 'a round begins with a stake in play';
  END IF;
  SELECT * INTO STRICT w FROM wallet WHERE member_id = r.member_id FOR UPDATE;
  bet.nonce := NULL; bet.seed_id := NULL; bet.play_session_id := NULL; bet.game_version_id := NULL;
  IF NOT seat_key_is_new(w, r.key) THEN
    RETURN ledger_post(bet);
  END IF;
  o.at := clock_timestamp();
  o.cash := w.cash; o.held := w.held; o.in_play := w.in_play; o.comp := w.comp; o.d_comp := 0; o.nonce := w.nonce; o.seed_id := w.seed_id;
  SELECT x.* INTO g FROM ledger_gate(r.member_id, r.session_id, r.play_session_id, r.game_version_id, r.key, o.at) x;
  SELECT b.min_spin_ms * interval '1 millisecond' INTO v_pace FROM brand b WHERE b.id = w.brand_id;
  o.outcome := CASE
    WHEN g.refusal IS NOT NULL THEN g.refusal
    WHEN EXISTS (SELECT FROM seat_round q WHERE q.member_id = r.member_id AND q.state = 'open') THEN 'open_round'
    WHEN w.last_spin_at + v_pace > o.at THEN 'pace'
    WHEN w.nonce <> r.nonce OR w.seed_id IS DISTINCT FROM r.seed_id THEN 'nonce'
    WHEN r.stake % g.units_per_stake <> 0 THEN 'unfit' END;
  IF o.outcome = 'pace' THEN
    o.wait_ms := ceil(extract(epoch FROM w.last_spin_at + v_pace - o.at) * 1000);
  END IF;
  IF o.outcome IS NOT NULL THEN
    RETURN o;
  END IF;
  o := ledger_post(bet);
  IF o.outcome = 'done' THEN
    INSERT INTO seat_round (id, member_id, nonce, seed_id, game_version_id, at, request_id, stake, state, staked, decide_by)
      VALUES (r.ref, r.member_id, r.nonce, r.seed_id, r.game_version_id, o.at, r.key, r.stake, 'open', r.stake,
        o.at + p_decide_ms * interval '1 millisecond');
    UPDATE wallet SET nonce = wallet.nonce + 1, last_spin_at = o.at WHERE wallet.member_id = r.member_id;
    o.nonce := r.nonce + 1;
  END IF;
  RETURN o;
END
$$;

-- Takes a decision of an open round; r is a bet of what it adds to the stake, which may be 0. Outcomes are those of a bet, and late: the round has
-- ended, has that decision already, or takes the default. Whether the action is possible was computed from the decisions before it.
CREATE OR REPLACE FUNCTION seat_decide(r ledger_request, p_number int, p_action text, p_decide_ms int) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  w wallet;
  q seat_round;
  o ledger_outcome;
BEGIN
  IF (r.kind, r.source, r.d_in_play) IS DISTINCT FROM (${kind.bet}::smallint, ${source.own}::smallint, r.stake) OR r.nonce IS NOT NULL OR r.stake < 0 THEN
    RAISE EXCEPTION 'a decision puts what it adds into play';
  END IF;
  SELECT * INTO STRICT w FROM wallet WHERE member_id = r.member_id FOR UPDATE;
  IF NOT seat_key_is_new(w, r.key) THEN
    RETURN ledger_post(r);
  END IF;
  SELECT * INTO STRICT q FROM seat_round x WHERE x.id = r.ref AND x.member_id = r.member_id FOR UPDATE;
  o.at := clock_timestamp();
  IF q.state <> 'open' OR q.defaulted OR q.decisions <> p_number - 1 OR q.decide_by <= o.at THEN
    o.outcome := 'late';
    o.cash := w.cash; o.held := w.held; o.in_play := w.in_play; o.comp := w.comp; o.d_comp := 0;
    RETURN o;
  END IF;
  PERFORM seat_refuse_revealed(q);
  o := ledger_post(r);
  IF o.outcome = 'done' THEN
    INSERT INTO seat_decision (round_id, number, member_id, request_id, at, action, stake)
      VALUES (q.id, p_number, r.member_id, r.key, o.at, p_action, r.stake);
    UPDATE seat_round x SET decisions = p_number, staked = x.staked + r.stake, decide_by = o.at + p_decide_ms * interval '1 millisecond' WHERE x.id = q.id;
  END IF;
  RETURN o;
END
$$;

-- Locks the wallet of a round's member and the round; null for an unknown round.
CREATE OR REPLACE FUNCTION seat_lock(p_round uuid) RETURNS seat_round
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  q seat_round;
BEGIN
  PERFORM FROM wallet w WHERE w.member_id = (SELECT x.member_id FROM seat_round x WHERE x.id = p_round) FOR UPDATE;
  SELECT * INTO q FROM seat_round x WHERE x.id = p_round FOR UPDATE;
  RETURN q;
END
$$;

-- Decides that what is left of a round takes the default, once its time is over: in a transaction before the one that ends the round, so that nothing
-- is left to choose when the result is known.
CREATE OR REPLACE FUNCTION seat_default(p_round uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  q seat_round;
BEGIN
  q := seat_lock(p_round);
  IF q.state = 'open' AND NOT q.defaulted AND q.decide_by <= clock_timestamp() THEN
    UPDATE seat_round x SET defaulted = true WHERE x.id = p_round;
    RETURN true;
  END IF;
  RETURN false;
END
$$;

-- Settles a round by its result, which was computed from p_decisions decisions and p_defaulted: what was staked leaves play, what it returned comes
-- to the cash, also where that is nothing. One event under the key of the round, so that no round pays twice. False where the round is not as
-- it was read.
CREATE OR REPLACE FUNCTION seat_settle(p_round uuid, p_decisions int, p_defaulted boolean, p_contra int, p_staked bigint, p_returned bigint,
  p_request_hash bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  q seat_round;
  w wallet;
  v_at timestamptz;
  r ledger_request;
BEGIN
  q := seat_lock(p_round);
  IF (q.state, q.decisions, q.defaulted) IS DISTINCT FROM ('open', p_decisions, p_defaulted) THEN
    RETURN false;
  END IF;
  PERFORM seat_refuse_revealed(q);
  IF q.staked <> p_staked OR NOT EXISTS (SELECT FROM account a WHERE a.id = p_contra) OR NOT EXISTS (SELECT FROM game_version v
      WHERE v.id = q.game_version_id AND p_returned BETWEEN 0 AND v.most_units * (q.stake / v.units_per_stake)) THEN
    RAISE EXCEPTION 'the result of round % is not one that it can have', p_round;
  END IF;
  v_at := clock_timestamp();
  UPDATE wallet x SET cash = x.cash + p_returned, in_play = x.in_play - q.staked, seq = x.seq + 1 WHERE x.member_id = q.member_id RETURNING * INTO w;
  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay, request_hash,
      key, ref, contra_id, kind, source)
    VALUES (w.member_id, w.seq, v_at, p_returned, 0, -q.staked, 0, 0, w.cash, w.held, w.in_play, w.comp, 0, p_returned, p_request_hash,
      p_round, p_round, p_contra, ${kind.table_result}, ${source.system});
  IF w.limited THEN
    r.member_id := w.member_id; r.kind := ${kind.table_result}; r.stake := 0; r.pay := p_returned; r.d_cash := p_returned;
    PERFORM limit_record(r, NULL, v_at);
  END IF;
  UPDATE seat_round x SET state = 'settled', returned = p_returned, ended_at = v_at WHERE x.id = p_round;
  RETURN true;
END
$$;

-- Rolls back every bet of a locked round that has a stake: all of them are in the requests.
CREATE OR REPLACE FUNCTION seat_roll_back(q seat_round, ${request.parameters}) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_wrong text;
BEGIN
  IF EXISTS (SELECT FROM (SELECT q.request_id AS key UNION ALL SELECT d.request_id FROM seat_decision d WHERE d.round_id = q.id AND d.stake > 0) b
      FULL JOIN unnest(p_member_id, p_key, p_kind, p_source) u (member_id, key, kind, source) USING (key)
      WHERE b.key IS NULL OR (u.member_id, u.kind, u.source) IS DISTINCT FROM (q.member_id, ${kind.rollback}::smallint, -${source.own}::smallint)) THEN
    RAISE EXCEPTION 'these are not the stakes of round %', q.id;
  END IF;
  SELECT string_agg(DISTINCT o.outcome, ' ') INTO v_wrong FROM ledger_post_batch(${request.arrays}) o WHERE o.outcome <> 'done';
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'the stakes of round % cannot be rolled back: %', q.id, v_wrong;
  END IF;
END
$$;

-- Makes a round void whose result failed its check, or whose seed cannot be decrypted any more, and rolls back its stakes. A failed result closes
-- the version of the game, as a void round of a slot does. Called in a transaction that is signed.
CREATE OR REPLACE FUNCTION seat_void(p_round uuid, p_decisions int, p_defaulted boolean, p_reason text, p_detail text, ${request.parameters}) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  q seat_round;
  v_at timestamptz;
  v_game text;
BEGIN
  IF p_reason = 'office' THEN
    RAISE insufficient_privilege USING MESSAGE = 'the void of a round needs its approval by two operators';
  END IF;
  q := seat_lock(p_round);
  IF (q.state, q.decisions, q.defaulted) IS DISTINCT FROM ('open', p_decisions, p_defaulted) THEN
    RETURN false;
  END IF;
  PERFORM seat_roll_back(q, ${request.arrays});
  v_at := clock_timestamp();
  UPDATE seat_round x SET state = 'void', void_reason = p_reason, ended_at = v_at WHERE x.id = p_round;
  IF p_reason <> 'lost-key' THEN
    UPDATE game_version SET closed_at = v_at, closed_reason = p_reason || ': ' || p_detail
      WHERE id = q.game_version_id AND closed_at IS NULL RETURNING game_code INTO v_game;
    IF FOUND THEN
      INSERT INTO audit (actor_kind, act, subject, detail) VALUES ('system', 'game.close', v_game,
        jsonb_build_object('version', q.game_version_id, 'round', p_round, 'reason', p_reason, 'fault', p_detail));
    END IF;
  END IF;
  RETURN true;
END
$$;

-- Locks everything that a void changes, and returns the state of the round; null for an unknown one.
CREATE OR REPLACE FUNCTION seat_void_lock(p_round uuid) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (seat_lock(p_round)).state
$$;

-- Makes a round void by an approval that was decided in this transaction, whatever its state: every stake goes back with its comp, turnover and
-- limits, and what a settled round returned is taken back. The version of the game stays as it is.
CREATE OR REPLACE FUNCTION seat_void_by_office(p_approval uuid, p_round uuid, p_hash bigint, ${request.parameters}) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  q seat_round := seat_lock(p_round);
  v_at timestamptz;
BEGIN
  IF q.state IS NULL OR q.state = 'void' THEN
    RAISE EXCEPTION 'round % cannot be made void', p_round;
  END IF;
  PERFORM round_void_check(p_approval, p_round, (SELECT m.brand_id FROM member m WHERE m.id = q.member_id));
  PERFORM seat_roll_back(q, ${request.arrays});
  IF q.state = 'settled' THEN
    PERFORM round_take_back(p_round, q.member_id, p_hash);
  END IF;
  v_at := clock_timestamp();
  UPDATE seat_round x SET state = 'void', void_reason = 'office', ended_at = coalesce(x.ended_at, v_at),
      voided_at = CASE WHEN q.state = 'settled' THEN v_at END
    WHERE x.id = p_round;
END
$$;

-- Of a round only its progress and its end change, each once; and a settled one may become void, which keeps its result.
CREATE OR REPLACE FUNCTION seat_round_steps() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  q seat_round := OLD;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'settled' AND NEW.voided_at >= OLD.ended_at THEN
    q.state := 'void'; q.void_reason := 'office'; q.voided_at := NEW.voided_at;
    IF q IS NOT DISTINCT FROM NEW THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.state <> 'open' OR NEW.decisions NOT IN (OLD.decisions, OLD.decisions + 1) OR NEW.staked < OLD.staked
      OR (NEW.decisions = OLD.decisions AND (NEW.staked, NEW.decide_by) IS DISTINCT FROM (OLD.staked, OLD.decide_by))
      OR (NEW.decisions > OLD.decisions AND (OLD.defaulted OR NEW.state <> 'open')) OR OLD.defaulted AND NOT NEW.defaulted
      OR (NEW.id, NEW.member_id, NEW.nonce, NEW.seed_id, NEW.game_version_id, NEW.at, NEW.request_id, NEW.stake)
      IS DISTINCT FROM (OLD.id, OLD.member_id, OLD.nonce, OLD.seed_id, OLD.game_version_id, OLD.at, OLD.request_id, OLD.stake) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER seat_round_is_final BEFORE UPDATE OR DELETE ON seat_round FOR EACH ROW EXECUTE FUNCTION seat_round_steps();
CREATE OR REPLACE TRIGGER seat_round_is_whole BEFORE TRUNCATE ON seat_round FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER seat_decision_is_final BEFORE UPDATE OR DELETE ON seat_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER seat_decision_is_whole BEFORE TRUNCATE ON seat_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION seat_key_is_new, seat_begin, seat_decide, seat_lock, seat_default, seat_settle, seat_roll_back, seat_void,
  seat_void_lock, seat_void_by_office, seat_round_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seat_begin, seat_decide, seat_default, seat_settle, seat_void, seat_void_lock, seat_void_by_office TO ${role.app};
