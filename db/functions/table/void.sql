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
  PERFORM round_void_check(p_approval, p_round, (SELECT g.brand_id FROM table_round t JOIN game_table g ON g.id = t.table_id WHERE t.id = p_round));
  IF (SELECT count(*) FROM table_bet b WHERE b.round_id = p_round AND b.undone_at IS NULL) <> cardinality(p_key) THEN
    RAISE EXCEPTION 'round % has other placements', p_round;
  END IF;
  PERFORM table_roll_back(p_round, ${request.arrays});
  IF v_state = 'settled' THEN
    PERFORM round_take_back(p_round, m.member_id, p_hash) FROM (SELECT DISTINCT b.member_id FROM table_bet b
      WHERE b.round_id = p_round AND b.undone_at IS NULL ORDER BY b.member_id) m;
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

REVOKE ALL ON FUNCTION table_void_lock, table_void_by_office FROM PUBLIC;
GRANT EXECUTE ON FUNCTION table_void_lock, table_void_by_office TO ${role.app};
