-- Rounds that two operators make void (docs/decisions/043-shared-rounds.md). Lock order: table, round, wallets by member, approval.

-- Locks everything that a void changes, and returns the state of the round; null for an unknown one.
CREATE OR REPLACE FUNCTION table_void_lock(p_round uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_state text;
BEGIN
  PERFORM FROM table_state s WHERE s.table_id = (SELECT t.table_id FROM table_round t WHERE t.id = p_round) FOR UPDATE;
  SELECT t.state INTO v_state FROM table_round t WHERE t.id = p_round FOR UPDATE;
  PERFORM FROM wallet w WHERE w.member_id IN (SELECT b.member_id FROM table_bet b WHERE b.round_id = p_round AND b.undone_at IS NULL)
    ORDER BY w.member_id FOR UPDATE;
  RETURN v_state;
END
$$;

-- Takes back what a settled round returned, after its stakes were given back: from the cash as far as it goes. What is missing becomes a
-- receivable. One event for each member, under the key of the round and the negated source of its result.
CREATE OR REPLACE FUNCTION table_take_back(p_round uuid, p_request_hash bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  j journal;
  w wallet;
  v_at timestamptz;
  v_owed bigint;
  v_entry bigint;
BEGIN
  FOR j IN SELECT r.* FROM (SELECT DISTINCT b.member_id FROM table_bet b WHERE b.round_id = p_round AND b.undone_at IS NULL) m
      JOIN wallet x ON x.member_id = m.member_id CROSS JOIN LATERAL journal_by_key(m.member_id, ${source.system}::smallint, p_round, x.archived_seq) r
      ORDER BY m.member_id LOOP
    IF j.kind IS DISTINCT FROM ${kind.table_result} THEN
      RAISE EXCEPTION 'a member of round % has no result', p_round;
    END IF;
    SELECT greatest(0, j.pay - x.cash) INTO v_owed FROM wallet x WHERE x.member_id = j.member_id FOR UPDATE;
    v_at := clock_timestamp();
    UPDATE wallet x SET cash = x.cash - (j.pay - v_owed), seq = x.seq + 1 WHERE x.member_id = j.member_id RETURNING * INTO w;
    INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay, request_hash,
        key, ref, contra_id, kind, source)
      VALUES (w.member_id, w.seq, v_at, v_owed - j.pay, 0, 0, 0, 0, w.cash, w.held, w.in_play, w.comp, 0, 0, p_request_hash,
        p_round, p_round, j.contra_id, ${kind.table_void}, -${source.system});
    IF v_owed > 0 THEN
      INSERT INTO house_entry (key, at, from_id, to_id, amount, reason)
        SELECT uuidv7(), v_at, a.id, j.contra_id, v_owed, format('owed by member %s, whose win in round %s was taken back', w.member_id, p_round)
        FROM account a WHERE a.brand_id = w.brand_id AND a.class = 'receivable' AND a.reference = '' RETURNING id INTO STRICT v_entry;
      INSERT INTO receivable (member_id, round_id, at, amount, house_entry_id) VALUES (w.member_id, p_round, v_at, v_owed, v_entry);
    END IF;
    IF w.limited THEN
      PERFORM limit_take_back(w.member_id, j.at, j.pay);
    END IF;
  END LOOP;
END
$$;

-- Makes a round void by an approval that was decided in this transaction. Every stake goes back with its comp, turnover and limits, as a
-- rollback gives them; the requests are those of all placements that are not undone, in the order of their members. Of a settled round the
-- results are taken back, too. One that was not dealt gets its proof: it ended at p_at. A settled one became void then. It keeps its place in
-- the series. p_ending is the keyed hash of its end.
CREATE OR REPLACE FUNCTION table_void_by_office(p_approval uuid, p_round uuid, p_hash bigint, p_ending bytea, p_at timestamptz, p_link int,
  p_bets bytea, p_mac bytea, ${request.parameters}) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_state text := table_void_lock(p_round);
BEGIN
  IF v_state IS NULL OR v_state = 'void' THEN
    RAISE EXCEPTION 'round % cannot be made void', p_round;
  END IF;
  IF NOT EXISTS (SELECT FROM approval a JOIN table_round r ON r.id = a.subject JOIN game_table t ON t.id = r.table_id AND t.brand_id = a.brand_id
      WHERE a.id = p_approval AND a.kind = 'void_round' AND a.subject = p_round AND a.state = 'approved' AND a.proposed_by <> a.decided_by
        AND a.xmin = pg_current_xact_id()::xid) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the void of a round needs its approval by two operators';
  END IF;
  IF (SELECT count(*) FROM table_bet b WHERE b.round_id = p_round AND b.undone_at IS NULL) <> cardinality(p_key) THEN
    RAISE EXCEPTION 'round % has other placements', p_round;
  END IF;
  PERFORM table_roll_back(p_round, ${request.arrays});
  IF v_state = 'settled' THEN
    PERFORM table_take_back(p_round, p_hash);
  END IF;
  UPDATE table_round t SET state = 'void', void_reason = 'office', ended_at = coalesce(t.ended_at, p_at),
      voided_at = CASE WHEN t.ended_at IS NOT NULL THEN p_at END, ending = p_ending
    WHERE t.id = p_round;
  IF v_state IN ('open', 'closed') THEN
    PERFORM table_add_proof(p_round, 'void', p_at, p_link, p_bets, p_mac);
  END IF;
  PERFORM table_add_step((SELECT t.table_id FROM table_round t WHERE t.id = p_round), 'void', p_round, NULL);
END
$$;

CREATE OR REPLACE TRIGGER receivable_is_final BEFORE UPDATE OR DELETE ON receivable FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER receivable_is_whole BEFORE TRUNCATE ON receivable FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION table_void_lock, table_take_back, table_void_by_office FROM PUBLIC;
GRANT EXECUTE ON FUNCTION table_void_lock, table_void_by_office TO ${role.app};
