-- Who did what, chained: the sealer of the audit, and what the house knows of its own books.
--
-- An audit row comes unsealed, in the transaction of the act it tells of, and waits for nobody. The sealer numbers and
-- hashes it afterwards, in the order in which it finds the rows: whoever commits late is sealed late, and once.
--
--   hash = sha256(hash of the row before || canonical form);  before the first row there are no bytes
--
-- The canonical form is the UTF-8 text of a JSON array as PostgreSQL prints jsonb (a comma and a blank between the items, a
-- colon and a blank after a key, the keys of an object in the order of their length, then of their bytes):
-- [seq, id, at, brand_id, actor_kind, actor_id, act, subject, detail], with at in UTC to the microsecond:
-- "2026-11-21T01:02:03.000004Z". What is sealed is final.

CREATE FUNCTION audit_canonical(a audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to(jsonb_build_array(a.seq, a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.brand_id,
    a.actor_kind, a.actor_id, a.act, a.subject, a.detail)::text, 'UTF8')
$$;

-- Where the chain ends: without it the last rows could be taken away and nobody would miss them.
CREATE TABLE audit_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
  hash bytea NOT NULL DEFAULT ''
);
INSERT INTO audit_head DEFAULT VALUES;

-- Seals at most so many rows and answers how many. Two at once wait for each other here; acts never do.
CREATE FUNCTION audit_seal(p_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  h audit_head;
  a audit;
  v_sealed int := 0;
BEGIN
  SELECT * INTO h FROM audit_head FOR UPDATE;
  FOR a IN SELECT * FROM audit WHERE seq IS NULL ORDER BY id LIMIT p_most LOOP
    h.seq := h.seq + 1;
    a.seq := h.seq;
    h.hash := sha256(h.hash || audit_canonical(a));
    UPDATE audit SET seq = h.seq, hash = h.hash WHERE id = a.id;
    v_sealed := v_sealed + 1;
  END LOOP;
  IF v_sealed > 0 THEN
    UPDATE audit_head SET seq = h.seq, hash = h.hash;
  END IF;
  RETURN v_sealed;
END
$$;

CREATE FUNCTION audit_only_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.seq IS NOT NULL OR NEW.seq IS NULL
     OR (NEW.id, NEW.at, NEW.brand_id, NEW.actor_kind, NEW.actor_id, NEW.act, NEW.subject, NEW.detail)
       IS DISTINCT FROM (OLD.id, OLD.at, OLD.brand_id, OLD.actor_kind, OLD.actor_id, OLD.act, OLD.subject, OLD.detail) THEN
    RAISE EXCEPTION 'audit is written once: all that happens to a row is that it is sealed';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_only_sealed();
CREATE TRIGGER audit_stays BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_is_whole BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_stays BEFORE DELETE ON audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_is_whole BEFORE TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The application tells what was done; when, and under which number, is said here.
REVOKE INSERT ON audit FROM baize_app;
REVOKE UPDATE (seq, hash) ON audit FROM baize_app;
GRANT INSERT (brand_id, actor_kind, actor_id, act, subject, detail) ON audit TO baize_app;
GRANT SELECT ON audit_head TO baize_app;

-- What has been written so far.
SELECT audit_seal(2147483647);

-- Every look at the books: why, when, and what each check found.
CREATE TABLE book_run (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  why text NOT NULL CHECK (why IN ('schedule', 'operator', 'tool')),
  operator_id bigint REFERENCES operator,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  began_at timestamptz,
  ended_at timestamptz,
  -- failed: it could not end, so nobody knows; interrupted: whoever ran it was ended, and it is begun anew.
  outcome text CHECK (outcome IN ('clean', 'faults', 'failed', 'interrupted')),
  -- While it runs: how many checks are done.
  done smallint NOT NULL DEFAULT 0,
  -- Rows of the journal it read.
  rows bigint,
  -- [{"name": …, "faults": 0, "ms": 12}]
  checks jsonb NOT NULL DEFAULT '[]',
  -- [{"check": …, "subject": …, "detail": …}]
  faults jsonb NOT NULL DEFAULT '[]',
  -- Why it failed or was interrupted.
  problem text NOT NULL DEFAULT '',
  -- The end of the audit's chain as this run saw it: from then on nobody can write that part anew.
  audit_seq bigint,
  audit_hash bytea,
  -- How many runs had ended badly when this one began.
  bad_before bigint,
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK ((why = 'operator') = (operator_id IS NOT NULL)),
  CHECK ((audit_seq IS NULL) = (audit_hash IS NULL))
);
-- The house looks at its books once at a time; the tool may do so beside it.
CREATE UNIQUE INDEX book_run_one_open ON book_run ((why <> 'tool')) WHERE ended_at IS NULL AND why <> 'tool';
CREATE INDEX book_run_ended ON book_run (ended_at);

-- Whether value may leave the house: not while stopped_at says since when it may not. One row, which no bet ever reads.
CREATE TABLE money_out (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  stopped_at timestamptz,
  -- The run that stopped it.
  run_id uuid REFERENCES book_run,
  -- How many runs found the books wrong or could not end: only one that began after the last of them lifts the stop. A number
  -- and no time, because a clock may be put right in between.
  bad_runs bigint NOT NULL DEFAULT 0
);
INSERT INTO money_out DEFAULT VALUES;
CREATE TRIGGER money_out_stays BEFORE DELETE ON money_out FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER money_out_is_whole BEFORE TRUNCATE ON money_out FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION book_run_only_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'book_run is written once: what a run found stays';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER book_run_is_final BEFORE UPDATE ON book_run FOR EACH ROW EXECUTE FUNCTION book_run_only_ends();
CREATE TRIGGER book_run_stays BEFORE DELETE ON book_run FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_run_is_whole BEFORE TRUNCATE ON book_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Since when money-out is stopped; null while it may go. The row is held until the caller's transaction ends, so that a
-- payment is either over before the stop or sees it. Those who pay share the row; only the end of a run writes it.
CREATE FUNCTION money_out_since() RETURNS timestamptz
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT stopped_at FROM money_out FOR SHARE
$$;

-- The last word, where the money is: whoever books a withdrawal as paid (9) or money to a provider (15) while it is
-- stopped is refused. Callers ask money_out_since first and refuse politely.
CREATE FUNCTION journal_lets_out() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF money_out_since() IS NOT NULL THEN
    RAISE EXCEPTION 'money-out is stopped: the books must be found clean first' USING ERRCODE = 'P0OUT';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER journal_may_be_stopped BEFORE INSERT ON journal FOR EACH ROW WHEN (NEW.kind IN (9, 15))
  EXECUTE FUNCTION journal_lets_out();

-- An operator asks for a look at the books: the run that is open is theirs too. fresh: it is this ask's own.
CREATE FUNCTION books_ask(p_operator bigint, OUT id uuid, OUT fresh boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOOP
    INSERT INTO book_run (why, operator_id) VALUES ('operator', p_operator) ON CONFLICT DO NOTHING RETURNING book_run.id INTO id;
    fresh := id IS NOT NULL;
    IF fresh THEN
      RETURN;
    END IF;
    SELECT r.id INTO id FROM book_run r WHERE r.ended_at IS NULL AND r.why <> 'tool';
    IF FOUND THEN
      RETURN;
    END IF;
  END LOOP;
END
$$;

-- Begins a run and answers its id: the one an operator asked for, or a new one. schedule is said under the lease, so a run
-- that is still open then belongs to a process that has ended.
CREATE FUNCTION books_begin(p_why text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id uuid;
BEGIN
  UPDATE book_run SET ended_at = clock_timestamp(), outcome = 'interrupted' WHERE ended_at IS NULL AND began_at IS NOT NULL
    AND CASE why WHEN 'tool' THEN began_at < clock_timestamp() - interval '1 hour' ELSE p_why <> 'tool' END;
  IF p_why <> 'tool' THEN
    UPDATE book_run SET began_at = clock_timestamp(), bad_before = (SELECT bad_runs FROM money_out)
      WHERE ended_at IS NULL AND began_at IS NULL AND why = 'operator' RETURNING id INTO v_id;
  END IF;
  IF v_id IS NULL THEN
    INSERT INTO book_run (why, began_at, bad_before) SELECT p_why, clock_timestamp(), bad_runs FROM money_out RETURNING id INTO v_id;
  END IF;
  RETURN v_id;
END
$$;

-- How far a run is.
CREATE FUNCTION books_step(p_run uuid, p_done int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE book_run SET done = p_done WHERE id = p_run AND ended_at IS NULL
$$;

-- Ends a run and judges it: answers whether money-out is stopped afterwards. Three in a row that broke off for a reason of
-- their own are one that could not end. Lock order: run, money_out; neither is taken by who holds a wallet and waits.
CREATE FUNCTION books_end(p_run uuid, p_outcome text, p_rows bigint, p_checks jsonb, p_faults jsonb, p_problem text,
  p_audit_seq bigint, p_audit_hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r book_run;
  m money_out;
  v_before int;
BEGIN
  SELECT * INTO r FROM book_run WHERE id = p_run AND ended_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN (SELECT stopped_at IS NOT NULL FROM money_out);
  END IF;
  IF p_outcome = 'interrupted' AND p_problem <> '' THEN
    SELECT count(*) INTO v_before FROM (SELECT outcome, problem FROM book_run WHERE ended_at IS NOT NULL AND why <> 'tool'
      ORDER BY ended_at DESC LIMIT 2) b WHERE b.outcome = 'interrupted' AND b.problem <> '';
    IF v_before = 2 THEN
      p_outcome := 'failed';
    END IF;
  END IF;
  UPDATE book_run SET ended_at = clock_timestamp(), outcome = p_outcome, rows = p_rows, checks = p_checks, faults = p_faults,
    done = jsonb_array_length(p_checks), problem = p_problem, audit_seq = p_audit_seq, audit_hash = p_audit_hash
  WHERE id = p_run RETURNING * INTO r;
  -- The table's lock has a queue and the row's has none: payments that share the row one after the other would keep the stop
  -- waiting for ever.
  LOCK TABLE money_out IN EXCLUSIVE MODE;
  SELECT * INTO m FROM money_out FOR UPDATE;
  IF r.outcome IN ('faults', 'failed') THEN
    UPDATE money_out SET stopped_at = coalesce(m.stopped_at, clock_timestamp()), run_id = coalesce(m.run_id, r.id), bad_runs = m.bad_runs + 1;
  ELSIF r.outcome = 'clean' AND m.stopped_at IS NOT NULL AND r.bad_before = m.bad_runs THEN
    UPDATE money_out SET stopped_at = NULL, run_id = NULL;
  ELSE
    RETURN m.stopped_at IS NOT NULL;
  END IF;
  IF (m.stopped_at IS NULL) = (r.outcome <> 'clean') THEN
    INSERT INTO audit (actor_kind, act, subject, detail) VALUES ('system', CASE WHEN r.outcome = 'clean' THEN 'money-out.lift'
      ELSE 'money-out.stop' END, r.id::text, jsonb_build_object('outcome', r.outcome));
  END IF;
  RETURN r.outcome <> 'clean';
END
$$;

REVOKE ALL ON FUNCTION audit_seal, money_out_since, journal_lets_out, books_ask, books_begin, books_step, books_end FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_seal, money_out_since, books_ask, books_begin, books_step, books_end TO baize_app;
GRANT SELECT ON book_run, money_out TO baize_app;
