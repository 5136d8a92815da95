-- The seed pair of an open round with decisions stays secret (docs/decisions/046-seat-rounds.md).

-- Whether a round of a member waits for its end: by its row, or, whatever the rows of rounds with decisions say, because by the journal money is in play in a round that is
-- not one of a table. The events of the pair in use are read back to the last one after which nothing was in play, as a rule the newest.
CREATE OR REPLACE FUNCTION seat_waits(w wallet) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM seat_round q WHERE q.member_id = w.member_id AND q.state = 'open') OR EXISTS (
    SELECT FROM (
      SELECT j.ref FROM journal j
       WHERE j.member_id = w.member_id
         AND j.seq > coalesce((SELECT z.seq FROM journal z WHERE z.member_id = w.member_id
           AND (z.in_play = 0 OR z.at < (SELECT s.begun_at FROM member_seed s WHERE s.id = w.seed_id)) ORDER BY z.seq DESC LIMIT 1), 0)
         AND (j.kind, j.source) IN ((${kind.bet}, ${source.own}), (${kind.rollback}, -${source.own}), (${kind.table_result}, ${source.system}))
       GROUP BY j.ref HAVING sum(j.d_in_play) > 0) o
    -- One search by the key for each of them: never a hash of all rounds.
    WHERE (SELECT t.id FROM table_round t WHERE t.id = o.ref) IS NULL)
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
