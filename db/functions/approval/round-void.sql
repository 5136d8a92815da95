-- What the voids of every kind of round have alike (docs/decisions/043-shared-rounds.md, "A void by two operators").

-- Raises unless the void of this round, which is of this brand, was approved by two operators in this transaction.
CREATE OR REPLACE FUNCTION round_void_check(p_approval uuid, p_round uuid, p_brand int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM approval a WHERE a.id = p_approval AND a.kind = 'void_round' AND a.subject = p_round AND a.brand_id = p_brand
      AND a.state = 'approved' AND a.proposed_by <> a.decided_by AND a.xmin = pg_current_xact_id()::xid) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the void of a round needs its approval by two operators';
  END IF;
END
$$;

-- Takes back what a settled round returned to a member, after the stakes were given back: from the cash as far as it goes. What is missing
-- becomes a receivable. One event under the key of the round and the negated source of its result.
CREATE OR REPLACE FUNCTION round_take_back(p_round uuid, p_member bigint, p_request_hash bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  j journal;
  w wallet;
  v_at timestamptz;
  v_owed bigint;
  v_entry bigint;
BEGIN
  SELECT * INTO STRICT w FROM wallet x WHERE x.member_id = p_member FOR UPDATE;
  j := journal_by_key(p_member, ${source.system}::smallint, p_round, w.archived_seq);
  IF j.kind IS DISTINCT FROM ${kind.table_result} THEN
    RAISE EXCEPTION 'a member of round % has no result', p_round;
  END IF;
  v_owed := greatest(0, j.pay - w.cash);
  v_at := clock_timestamp();
  UPDATE wallet x SET cash = x.cash - (j.pay - v_owed), seq = x.seq + 1 WHERE x.member_id = p_member RETURNING * INTO w;
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
END
$$;

CREATE OR REPLACE TRIGGER receivable_is_final BEFORE UPDATE OR DELETE ON receivable FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER receivable_is_whole BEFORE TRUNCATE ON receivable FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION round_void_check, round_take_back FROM PUBLIC;
