-- The seals of the journal (docs/decisions/024-sealed-journal.md). A pass seals the new events of some members: one row of
-- journal_seal for each of them, with a digest of those events and their rounds, and one row of journal_head, whose hash
-- the program computes with a key that never comes here. A head also covers the end of the audit's chain at that moment.

-- SHA-256 of a member's events after p_after up to p_last, their p_rounds rounds from number p_nonce on, and the seed
-- pairs of those rounds, each in order. The canonical form of a row is PostgreSQL's binary form of the columns listed here:
-- their number, and for each its type, length and value; it is the same in the archive. Excluded is what may change later:
-- how much of a round was shown, when a seed was revealed. Returns one row; as a set it becomes part of the statement that
-- calls it, at a quarter of the cost.
CREATE OR REPLACE FUNCTION journal_seal_digest(p_member bigint, p_after bigint, p_last bigint, p_nonce bigint, p_rounds int)
RETURNS SETOF bytea LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT sha256(
    coalesce((SELECT string_agg(record_send(ROW(j.member_id, j.seq, j.at, j.d_cash, j.d_held, j.d_in_play, j.d_comp, j.d_turnover,
        j.cash, j.held, j.in_play, j.comp, j.stake, j.pay, j.request_hash, j.key, j.ref, j.contra_id, j.rate_id, j.kind, j.source,
        j.share_mega, j.share_major, j.share_minor)), ''::bytea ORDER BY j.seq)
      FROM public.journal j WHERE j.member_id = p_member AND j.seq > p_after AND j.seq <= p_last), ''::bytea)
    || CASE WHEN p_rounds = 0 THEN ''::bytea ELSE
      coalesce((SELECT string_agg(record_send(ROW(r.nonce, r.id, r.at, r.seed_id, r.stake, r.pay, r.units, r.game_version_id,
          r.events)), ''::bytea ORDER BY r.nonce)
        FROM public.round r WHERE r.member_id = p_member AND r.nonce >= p_nonce AND r.nonce < p_nonce + p_rounds), ''::bytea)
      || coalesce((SELECT string_agg(record_send(ROW(s.id, s.member_id, s.ordinal, s.scheme, s.server_seed_hash, s.client_seed,
          s.begun_at, s.first_nonce)), ''::bytea ORDER BY s.id)
        FROM public.member_seed s WHERE s.id = ANY (ARRAY(SELECT r.seed_id FROM public.round r WHERE r.member_id = p_member
          AND r.nonce >= p_nonce AND r.nonce < p_nonce + p_rounds))), ''::bytea) END)
$$;

-- The canonical form of a seal, of which a head has the digest.
CREATE OR REPLACE FUNCTION journal_seal_form(s journal_seal) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT record_send(ROW(s.member_id, s.after_seq, s.last_seq, s.first_nonce, s.rounds, s.digest))
$$;

-- What belongs to each head, as the head covers it: its seals, then the proofs of rounds of tables and the records of series that it covers, each in their order.
CREATE OR REPLACE VIEW journal_head_part AS
  SELECT s.head_id, 0 AS part, s.member_id AS owner, s.after_seq AS place, s.last_seq - s.after_seq AS events, journal_seal_form(s) AS form FROM journal_seal s
  UNION ALL
  SELECT p.head_id, 1, p.table_id, p.number, 0, table_proof_form(p) FROM table_proof p WHERE p.head_id IS NOT NULL
  UNION ALL
  SELECT p.head_id, 2, p.table_id, p.number, 0, series_proof_form(p) FROM series_proof p WHERE p.head_id IS NOT NULL;

-- Seals the new events of p_members, at most p_most of each, and returns what the program needs to compute the head that
-- the same transaction adds with journal_head_add; the head covers every proof of a round of a table, and every record of a series, that none covers yet. seals is 0 where no event was new, proofs where no proof was; audit_moved says whether the audit's
-- chain has another end than the newest head covers. Passes wait for each other here; bets and acts never wait for a pass. A
-- member of whose new events one is not found is left out: the books report it. An index may lack it, and no seal covers what it did not read.
-- Where a member's seals end is read from the seals, and where the events end from the journal too: journal_sealed and the wallet, which
-- somebody may have altered for a while, only say where to look first.
CREATE OR REPLACE FUNCTION journal_seal_next(p_members bigint[], p_most int, OUT head bigint, OUT at text, OUT seals int,
  OUT proofs int, OUT events bigint, OUT previous bytea, OUT digest bytea, OUT audit_seq bigint, OUT audit_hash bytea, OUT audit_moved boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  v_forms bytea;
  v_records int;
BEGIN
  PERFORM 1 FROM journal_head h WHERE h.id = 0 FOR UPDATE;
  -- The first head covers the time from which sealing began in place of a hash before it.
  SELECT h.id + 1, CASE WHEN h.id = 0 THEN convert_to(to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'UTF8') ELSE h.hash END,
      h.events, a.seq, a.hash, (a.seq, a.hash) IS DISTINCT FROM (coalesce(h.audit_seq, 0), coalesce(h.audit_hash, ''::bytea))
    INTO STRICT head, previous, events, audit_seq, audit_hash, audit_moved
    FROM journal_head h CROSS JOIN audit_head a ORDER BY h.id DESC LIMIT 1;
  at := to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  WITH due AS MATERIALIZED (
    SELECT w.member_id, coalesce(s.last_seq, 0) AS after_seq, least(greatest(w.seq, j.seq), coalesce(s.last_seq, 0) + p_most) AS last_seq,
      coalesce(s.first_nonce + s.rounds, 0) AS nonce, w.seq, w.nonce AS w_nonce
    FROM unnest(p_members) m (id) JOIN wallet w ON w.member_id = m.id
      LEFT JOIN LATERAL (SELECT e.* FROM journal_seal e WHERE e.member_id = m.id ORDER BY e.after_seq DESC LIMIT 1) s ON true
      LEFT JOIN LATERAL (SELECT e.seq FROM journal e WHERE e.member_id = m.id ORDER BY e.seq DESC LIMIT 1) j ON true
    WHERE greatest(w.seq, j.seq) > coalesce(s.last_seq, 0)
  ), counted AS MATERIALIZED (
    SELECT d.*, CASE WHEN d.last_seq = d.seq THEN greatest(0, d.w_nonce - d.nonce) ELSE (SELECT count(*) FROM journal j
      WHERE j.member_id = d.member_id AND j.seq > d.after_seq AND j.seq <= d.last_seq AND (j.kind = ${kind.spin} OR j.kind = ${kind.bet}
        -- The bet that began a round with decisions, which has a number of the same sequence.
        AND EXISTS (SELECT FROM seat_round q WHERE q.id = j.ref AND q.member_id = j.member_id AND q.request_id = j.key))) END::int AS rounds
    FROM due d WHERE (SELECT count(*) FROM journal j WHERE j.member_id = d.member_id AND j.seq > d.after_seq AND j.seq <= d.last_seq)
      = d.last_seq - d.after_seq
  ), sealed AS (
    INSERT INTO journal_seal (member_id, after_seq, last_seq, first_nonce, head_id, rounds, digest)
      SELECT c.member_id, c.after_seq, c.last_seq, c.nonce, head, c.rounds, d.computed
      FROM counted c, LATERAL journal_seal_digest(c.member_id, c.after_seq, c.last_seq, c.nonce, c.rounds) d (computed)
    RETURNING *
  ), noted AS (
    INSERT INTO journal_sealed (member_id, seq, nonce) SELECT s.member_id, s.last_seq, s.first_nonce + s.rounds FROM sealed s
    ON CONFLICT (member_id) DO UPDATE SET seq = excluded.seq, nonce = excluded.nonce
  ), tallied AS (
    -- Each round is counted in the pass that seals it.
    INSERT INTO version_count AS v (game_version_id, rounds, stake, stake_squares, pay)
      SELECT r.game_version_id, count(*), sum(r.stake::numeric), sum(r.stake::numeric * r.stake), sum(r.pay::numeric)
      FROM sealed s JOIN round r ON r.member_id = s.member_id AND r.nonce >= s.first_nonce AND r.nonce < s.first_nonce + s.rounds
      WHERE r.units IS NOT NULL GROUP BY r.game_version_id
    ON CONFLICT (game_version_id) DO UPDATE SET rounds = v.rounds + excluded.rounds, stake = v.stake + excluded.stake,
      stake_squares = v.stake_squares + excluded.stake_squares, pay = v.pay + excluded.pay
  )
  SELECT count(*), events + coalesce(sum(s.last_seq - s.after_seq), 0), coalesce(string_agg(journal_seal_form(s), ''::bytea ORDER BY s.member_id), ''::bytea)
    INTO seals, events, v_forms FROM sealed s;
  WITH covered AS (UPDATE table_proof p SET head_id = head WHERE p.head_id IS NULL RETURNING p.*)
  SELECT count(*), v_forms || coalesce(string_agg(table_proof_form(c), ''::bytea ORDER BY c.table_id, c.number), ''::bytea) INTO proofs, v_forms FROM covered c;
  WITH covered AS (UPDATE series_proof p SET head_id = head WHERE p.head_id IS NULL RETURNING p.*)
  SELECT count(*), sha256(v_forms || coalesce(string_agg(series_proof_form(c), ''::bytea ORDER BY c.table_id, c.number), ''::bytea))
    INTO v_records, digest FROM covered c;
  proofs := proofs + v_records;
END
$$;

-- Adds the head of the pass that journal_seal_next made in the same transaction.
CREATE OR REPLACE FUNCTION journal_head_add(p_id bigint, p_at text, p_key_id text, p_seals int, p_events bigint, p_hash bytea,
  p_audit_seq bigint, p_audit_hash bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO journal_head (id, at, key_id, seals, events, hash, audit_seq, audit_hash)
    VALUES (p_id, p_at::timestamptz, p_key_id, p_seals, p_events, p_hash, p_audit_seq, p_audit_hash)
$$;

CREATE OR REPLACE TRIGGER journal_seal_is_final BEFORE UPDATE OR DELETE ON journal_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_seal_is_whole BEFORE TRUNCATE ON journal_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_head_is_final BEFORE UPDATE OR DELETE ON journal_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_head_is_whole BEFORE TRUNCATE ON journal_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT ON journal_head_part TO ${role.app};
REVOKE ALL ON FUNCTION journal_seal_next, journal_head_add FROM PUBLIC;
GRANT EXECUTE ON FUNCTION journal_seal_next, journal_head_add TO ${role.app};
