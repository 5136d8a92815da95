-- The money of shared rounds (docs/decisions/043-shared-rounds.md): stakes go from cash into play, a result takes them out. Lock order: table, round,
-- wallets by member. Rows with owner's rights only: table_bet follows the journal.

-- Books placements of a round that its caller has locked, in the order of the requests; p_spots are theirs.
CREATE OR REPLACE FUNCTION table_place(p_round uuid, p_spots text[], ${request.parameters}) RETURNS SETOF ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_out ledger_outcome[];
BEGIN
  PERFORM FROM table_round t WHERE t.id = p_round AND t.state = 'open' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'round % takes no placements', p_round;
  END IF;
  IF EXISTS (SELECT FROM unnest(p_kind, p_source, p_ref, p_stake, p_d_in_play) u (kind, source, ref, stake, in_play)
      WHERE (u.kind, u.source, u.ref, u.in_play) IS DISTINCT FROM (${kind.bet}::smallint, ${source.own}::smallint, p_round, u.stake) OR u.stake <= 0) THEN
    RAISE EXCEPTION 'a placement puts its stake into play in its round';
  END IF;
  PERFORM FROM wallet w WHERE w.member_id = ANY (p_member_id) ORDER BY w.member_id FOR UPDATE;
  -- The key of an inquiry is not in the journal: it is looked up under the lock of the wallet. The program places each of the batch alone then.
  IF EXISTS (SELECT FROM unnest(p_member_id, p_key) u (member_id, key) JOIN help_item h ON h.member_id = u.member_id AND h.request_id = u.key) THEN
    RAISE unique_violation USING MESSAGE = 'an inquiry has the key of a placement';
  END IF;
  v_out := ARRAY(SELECT o FROM ledger_post_batch(${request.arrays}) o);
  INSERT INTO table_bet (member_id, request_id, round_id, at, spots, stake)
    SELECT p_member_id[i], p_key[i], p_round, (v_out[i]).at, p_spots[i], p_stake[i] FROM generate_subscripts(p_key, 1) i WHERE (v_out[i]).outcome = 'done';
  RETURN QUERY SELECT * FROM unnest(v_out);
END
$$;

-- Rolls placements of a round back; the caller has locked it. A placement that is undone already stays so.
CREATE OR REPLACE FUNCTION table_roll_back(p_round uuid, ${request.parameters}) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_wrong text;
BEGIN
  IF cardinality(p_key) = 0 THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM unnest(p_member_id, p_key, p_kind, p_source) u (member_id, key, kind, source)
      LEFT JOIN table_bet b ON b.member_id = u.member_id AND b.request_id = u.key AND b.round_id = p_round
      LEFT JOIN journal j ON j.member_id = u.member_id AND j.source = ${source.own} AND j.key = u.key
      -- The row of a placement can be moved to another round; its event is sealed.
      WHERE b.round_id IS NULL OR j.ref IS DISTINCT FROM p_round OR (u.kind, u.source) IS DISTINCT FROM (${kind.rollback}::smallint, -${source.own}::smallint)) THEN
    RAISE EXCEPTION 'not a placement of round %', p_round;
  END IF;
  SELECT string_agg(DISTINCT o.outcome, ' ') INTO v_wrong FROM ledger_post_batch(${request.arrays}) o WHERE o.outcome NOT IN ('done', 'replay');
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'placements of round % cannot be rolled back: %', p_round, v_wrong;
  END IF;
END
$$;

-- Undoes placements of one member while the round takes changes; false when it does not any more. Null, and nothing is undone, when the member
-- has used what the stakes gave: their comp was converted, or a withdrawal was filed or paid since, for which stakes count. p_closes: the signed
-- close of the round.
CREATE OR REPLACE FUNCTION table_undo(p_round uuid, p_closes timestamptz, ${request.parameters}) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM table_round_facts(p_round) f WHERE f.is_open AND clock_timestamp() < p_closes) THEN
    RETURN false;
  END IF;
  PERFORM FROM wallet w WHERE w.member_id = ANY (p_member_id) ORDER BY w.member_id FOR UPDATE;
  IF EXISTS (SELECT FROM unnest(p_member_id, p_key) u (member_id, key)
      JOIN table_bet b ON b.member_id = u.member_id AND b.request_id = u.key AND b.round_id = p_round AND b.undone_at IS NULL
      JOIN journal j ON j.member_id = u.member_id AND j.source = ${source.own} AND j.key = u.key
      JOIN wallet w ON w.member_id = u.member_id
      GROUP BY w.member_id HAVING sum(j.d_comp) > w.comp OR EXISTS (SELECT FROM ONLY journal o WHERE o.member_id = w.member_id AND o.seq > min(j.seq)
        AND o.kind = ANY ('{${kinds.withdraw_filed, withdraw_paid}}'::smallint[]))) THEN
    RETURN NULL;
  END IF;
  PERFORM table_roll_back(p_round, ${request.arrays});
  UPDATE table_bet b SET undone_at = clock_timestamp() FROM unnest(p_member_id, p_key) u (member_id, key)
    WHERE b.member_id = u.member_id AND b.request_id = u.key AND b.undone_at IS NULL;
  RETURN true;
END
$$;

-- Makes an interrupted round void that is not dealt yet, and gives back the stakes of every placement that is not undone: all of them are in the requests, in
-- the order of their members. Its proof says that it ended at p_at, and p_ending is the keyed hash of its end.
CREATE OR REPLACE FUNCTION table_void(p_table smallint, p_dealer uuid, p_round uuid, p_reason text, p_ending bytea, p_at timestamptz, p_link int, p_bets bytea,
  p_mac bytea, ${request.parameters}) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_reason <> 'interrupted' THEN
    RAISE insufficient_privilege USING MESSAGE = 'a dealer makes interrupted rounds void only';
  END IF;
  IF NOT table_lock(p_table, p_dealer) THEN
    RETURN false;
  END IF;
  PERFORM FROM table_round t WHERE t.id = p_round AND t.table_id = p_table AND t.state IN ('open', 'closed') FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF (SELECT count(*) FROM table_bet b WHERE b.round_id = p_round AND b.undone_at IS NULL) <> cardinality(p_key) THEN
    RAISE EXCEPTION 'round % has other placements', p_round;
  END IF;
  PERFORM table_roll_back(p_round, ${request.arrays});
  UPDATE table_round t SET state = 'void', void_reason = p_reason, ended_at = p_at, ending = p_ending WHERE t.id = p_round;
  PERFORM table_add_proof(p_round, 'void', p_at, p_link, p_bets, p_mac);
  PERFORM table_add_step(p_table, 'void', p_round, NULL);
  RETURN true;
END
$$;

-- Settles a dealt round, in one statement for all members: what each staked leaves play, what it returned comes to the cash, also where that is
-- nothing. One event for each member under the key of the round, so that no round pays twice. It ends at p_at, of which p_ending is the keyed hash.
CREATE OR REPLACE FUNCTION table_settle(p_table smallint, p_dealer uuid, p_round uuid, p_contra int, p_member_id bigint[], p_returned bigint[],
  p_request_hash bigint[], p_at timestamptz, p_ending bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  v_at timestamptz;
  v_limited record;
  r ledger_request;
BEGIN
  IF NOT table_lock(p_table, p_dealer) THEN
    RETURN false;
  END IF;
  PERFORM FROM table_round t WHERE t.id = p_round AND t.table_id = p_table AND t.state = 'dealt' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF EXISTS (SELECT FROM (SELECT DISTINCT b.member_id FROM table_bet b WHERE b.round_id = p_round AND b.undone_at IS NULL) s
      FULL JOIN unnest(p_member_id, p_returned) u (member_id, returned) ON u.member_id = s.member_id WHERE s.member_id IS NULL OR u.returned IS NULL OR u.returned < 0)
      OR NOT EXISTS (SELECT FROM account a WHERE a.id = p_contra) THEN
    RAISE EXCEPTION 'the results of round % are not those of its members', p_round;
  END IF;
  PERFORM FROM wallet w WHERE w.member_id = ANY (p_member_id) ORDER BY w.member_id FOR UPDATE;
  v_at := clock_timestamp();
  WITH result AS MATERIALIZED (
    SELECT u.member_id, u.returned, u.request_hash, s.staked
    FROM unnest(p_member_id, p_returned, p_request_hash) u (member_id, returned, request_hash)
    CROSS JOIN LATERAL (SELECT sum(b.stake)::bigint AS staked FROM table_bet b
      WHERE b.round_id = p_round AND b.member_id = u.member_id AND b.undone_at IS NULL) s
  ), posted AS (
    UPDATE wallet w SET cash = w.cash + l.returned, in_play = w.in_play - l.staked, seq = w.seq + 1 FROM result l WHERE w.member_id = l.member_id
    RETURNING w.member_id, w.seq, w.cash, w.held, w.in_play, w.comp
  )
  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay, request_hash,
      key, ref, contra_id, kind, source)
    SELECT p.member_id, p.seq, v_at, l.returned, 0, -l.staked, 0, 0, p.cash, p.held, p.in_play, p.comp, 0, l.returned, l.request_hash,
      p_round, p_round, p_contra, ${kind.table_result}, ${source.system}
    FROM posted p JOIN result l ON l.member_id = p.member_id;
  FOR v_limited IN SELECT u.member_id, u.returned FROM unnest(p_member_id, p_returned) u (member_id, returned) JOIN wallet w ON w.member_id = u.member_id AND w.limited LOOP
    r.member_id := v_limited.member_id; r.kind := ${kind.table_result}; r.stake := 0; r.pay := v_limited.returned; r.d_cash := v_limited.returned;
    PERFORM limit_record(r, NULL, v_at);
  END LOOP;
  UPDATE table_round t SET state = 'settled', ended_at = p_at, ending = p_ending WHERE t.id = p_round;
  PERFORM table_add_step(p_table, 'settled', p_round, NULL);
  RETURN true;
END
$$;

-- A round that ended stays as it is, unless a settled one becomes void; and so does a bet but for its undoing.
CREATE OR REPLACE FUNCTION table_round_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.ended_at IS NOT NULL AND NOT coalesce(OLD.state = 'settled' AND NEW.state = 'void' AND NEW.voided_at >= OLD.ended_at
        AND (NEW.ended_at, NEW.dealt_at, NEW.closed_at, NEW.dealer) = (OLD.ended_at, OLD.dealt_at, OLD.closed_at, OLD.dealer), false))
      OR (NEW.id, NEW.table_id, NEW.number, NEW.series_id, NEW.place, NEW.opened_at, NEW.closes_at, NEW.opening)
      IS DISTINCT FROM (OLD.id, OLD.table_id, OLD.number, OLD.series_id, OLD.place, OLD.opened_at, OLD.closes_at, OLD.opening)
      OR (OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION table_bet_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.undone_at IS NOT NULL OR (NEW.member_id, NEW.request_id, NEW.round_id, NEW.at, NEW.spots, NEW.stake)
      IS DISTINCT FROM (OLD.member_id, OLD.request_id, OLD.round_id, OLD.at, OLD.spots, OLD.stake) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER table_round_is_final BEFORE UPDATE OR DELETE ON table_round FOR EACH ROW EXECUTE FUNCTION table_round_stays();
CREATE OR REPLACE TRIGGER table_bet_is_final BEFORE UPDATE OR DELETE ON table_bet FOR EACH ROW EXECUTE FUNCTION table_bet_stays();
CREATE OR REPLACE TRIGGER table_chain_is_final BEFORE UPDATE OR DELETE ON table_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION table_place, table_roll_back, table_undo, table_void, table_settle, table_round_stays, table_bet_stays FROM PUBLIC;
GRANT EXECUTE ON FUNCTION table_place, table_undo, table_void, table_settle TO ${role.app};
