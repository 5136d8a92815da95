-- Events of play have a keyed proof in request_hash (docs/decisions/031-proofs-of-play.md): its lower 48 bits, which are other ones under
-- another key. Whether a repeated event is the one that is booked, r the request and j the booked one, is decided by the upper
-- bits, of the request's own hash, and by what the proof covers. A rollback has the amounts of its bet, and a spin is drawn again
-- for each attempt; of a void round the journal has no stake.
CREATE OR REPLACE FUNCTION ledger_same_play(r ledger_request, j journal) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT r.request_hash >> 48 = j.request_hash >> 48 AND CASE
    WHEN r.kind = ${kind.rollback} THEN j.kind IN (${kinds.rollback, tombstone})
    WHEN r.kind = ${kind.spin} THEN (r.kind, r.contra_id) = (j.kind, j.contra_id) AND j.stake IN (r.stake, 0)
    WHEN r.kind IN (${kinds.bet, win, jackpot}) THEN (r.kind, r.d_cash, r.d_held, r.d_in_play, r.stake, r.pay, r.contra_id, r.ref)
      IS NOT DISTINCT FROM (j.kind, j.d_cash, j.d_held, j.d_in_play, j.stake, j.pay, j.contra_id, j.ref)
    ELSE false END
$$;

REVOKE ALL ON FUNCTION ledger_same_play FROM PUBLIC;

CREATE OR REPLACE TRIGGER play_unproven_is_final BEFORE UPDATE OR DELETE ON play_unproven FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER play_unproven_is_whole BEFORE TRUNCATE ON play_unproven FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER spin_unproven_is_final BEFORE UPDATE OR DELETE ON spin_unproven FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER spin_unproven_is_whole BEFORE TRUNCATE ON spin_unproven FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
