-- The seed pair of an open round with decisions stays secret (docs/decisions/046-seat-rounds.md).

-- Whether the newest round of a member waits for its end: by its row, or because its result or its rollback is not in the journal, whatever the row says.
CREATE OR REPLACE FUNCTION seat_waits(w wallet) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM seat_round q WHERE q.member_id = w.member_id AND q.state = 'open') OR EXISTS (
    SELECT FROM (SELECT * FROM seat_round x WHERE x.member_id = w.member_id ORDER BY x.nonce DESC LIMIT 1) q
    CROSS JOIN LATERAL (SELECT CASE WHEN q.state = 'void' THEN journal_by_key(w.member_id, -${source.own}::smallint, q.request_id, w.archived_seq)
      ELSE journal_by_key(w.member_id, ${source.system}::smallint, q.id, w.archived_seq) END AS j) e
    WHERE (e.j).seq IS NULL)
$$;

-- Refuses what needs a secret pair: with a revealed one nothing is left to decide.
CREATE OR REPLACE FUNCTION seat_refuse_revealed(q seat_round) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT q.defaulted AND EXISTS (SELECT FROM member_seed s WHERE s.id = q.seed_id AND s.revealed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'round % is decided with a pair that was revealed', q.id;
  END IF;
END
$$;

REVOKE ALL ON FUNCTION seat_waits, seat_refuse_revealed FROM PUBLIC;
