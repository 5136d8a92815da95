-- An operator requests a run of the books. When one is open already, the operator gets that one, and fresh is false.
CREATE OR REPLACE FUNCTION books_request(p_operator bigint, OUT id uuid, OUT fresh boolean)
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

-- Begins a run and returns its id: the one an operator requested, or a new one. A scheduled run holds the lease, so a
-- run that is still open then belongs to a process that has ended.
CREATE OR REPLACE FUNCTION books_begin(p_why text) RETURNS uuid
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

-- Records how many checks of a run are done. Reports may arrive out of order, so the number never falls.
CREATE OR REPLACE FUNCTION books_step(p_run uuid, p_done int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE book_run SET done = greatest(done, p_done) WHERE id = p_run AND ended_at IS NULL
$$;

-- Ends a run and returns whether money-out is stopped afterwards. A third interrupted run in a row counts as failed.
-- Lock order: run, money_out; a transaction that holds a wallet never waits for either.
CREATE OR REPLACE FUNCTION books_end(p_run uuid, p_outcome text, p_rows bigint, p_checks jsonb, p_faults jsonb, p_problem text,
  p_audit_seq bigint, p_audit_hash bytea, p_head_id bigint, p_head_hash bytea) RETURNS boolean
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
    SELECT count(*) INTO v_before FROM (SELECT outcome, problem FROM book_run WHERE ended_at <= clock_timestamp() AND why <> 'tool'
      ORDER BY ended_at DESC LIMIT 2) b WHERE b.outcome = 'interrupted' AND b.problem <> '';
    IF v_before = 2 THEN
      p_outcome := 'failed';
    END IF;
  END IF;
  UPDATE book_run SET ended_at = clock_timestamp(), outcome = p_outcome, rows = p_rows, checks = p_checks, faults = p_faults,
    done = jsonb_array_length(p_checks), problem = p_problem, audit_seq = p_audit_seq, audit_hash = p_audit_hash,
    head_id = p_head_id, head_hash = p_head_hash
  WHERE id = p_run RETURNING * INTO r;
  -- Table locks are granted in the order of the requests, row locks are not: overlapping payments that share the row
  -- could delay the stop for ever.
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

CREATE OR REPLACE FUNCTION book_run_only_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'book_run is written once: the result of a run is final';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER book_run_is_final BEFORE UPDATE ON book_run FOR EACH ROW EXECUTE FUNCTION book_run_only_ends();

REVOKE ALL ON FUNCTION books_request, books_begin, books_step, books_end FROM PUBLIC;
GRANT EXECUTE ON FUNCTION books_request, books_begin, books_step, books_end TO ${role.app};
