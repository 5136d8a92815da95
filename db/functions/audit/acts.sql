-- Signed acts (docs/decisions/028-signed-acts.md). Every act and every recorded change of a row belongs to the group of its
-- transaction. Before it commits, the program reads the digest of the group with act_pending, and adds with act_sign a hash
-- of it under a key that never comes here. Constraints of both tables refuse a transaction without the signature.

-- The group of this transaction, made at its first act or change: a random number. Each act and change calls it once, and is counted:
-- somebody who marks an index as unusable for a moment keeps act_pending from finding it. Rolling back to a savepoint undoes both
-- together with the rows.
CREATE OR REPLACE FUNCTION current_act_group() RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_group text := current_setting('baize.act_group', true);
BEGIN
  IF v_group = 'signed' THEN
    RAISE EXCEPTION 'the acts of this transaction are signed: nothing can follow';
  END IF;
  IF v_group IS NULL OR v_group = '' THEN
    v_group := pg_catalog.gen_random_uuid()::text;
    PERFORM pg_catalog.set_config('baize.act_group', v_group, true);
    PERFORM pg_catalog.set_config('baize.act_count', '1', true);
  ELSE
    PERFORM pg_catalog.set_config('baize.act_count', (pg_catalog.current_setting('baize.act_count')::int + 1)::text, true);
  END IF;
  RETURN v_group::uuid;
END
$$;

CREATE OR REPLACE FUNCTION audit_grouped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.act_group := public.current_act_group();
  RETURN NEW;
END
$$;

-- The canonical forms of an act and of a change: PostgreSQL's binary form of the columns listed here. Rows from before a column
-- have null in it and keep their form.
CREATE OR REPLACE FUNCTION act_form(a audit) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN a.rights IS NULL THEN record_send(ROW(a.id, a.at, a.brand_id, a.actor_kind, a.actor_id, a.act, a.subject, a.detail))
    ELSE record_send(ROW(a.id, a.at, a.brand_id, a.actor_kind, a.actor_id, a.act, a.subject, a.detail, a.rights)) END
$$;

CREATE OR REPLACE FUNCTION state_change_form(c state_change) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN c.before IS NULL THEN record_send(ROW(c.id, c.relation, c.row_key, c.form, c.digest))
    WHEN c.row_xid IS NULL AND c.before_xid IS NULL THEN record_send(ROW(c.id, c.relation, c.row_key, c.form, c.digest, c.before))
    ELSE record_send(ROW(c.id, c.relation, c.row_key, c.form, c.digest, c.before, c.row_xid, c.before_xid)) END
$$;

-- Whether a row was written by this transaction or one of its savepoints: no other transaction that is still running is visible.
CREATE OR REPLACE FUNCTION is_own_row(p_xmin xid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_xact_status(((x.own + mod(mod(p_xmin::text::bigint - x.own, 4294967296) + 6442450944, 4294967296) - 2147483648)::text)::xid8) = 'in progress'
  FROM (SELECT pg_current_xact_id()::text::bigint AS own) x
$$;

-- What the program signs at the end of a transaction: sha256(sha256(acts) || sha256(sha256 of each change)), both in the
-- order of their numbers. All null where nothing was recorded. Changes without an act get one, so that every group is part
-- of the audit's chain. Somebody who can read the database's files may learn the group and commit rows of it: they are refused
-- by the statement that computes the digest, because rows that were committed after another statement had looked would be signed.
-- Nor is anything signed where not all is found that was recorded.
CREATE OR REPLACE FUNCTION act_pending(OUT act_group text, OUT at text, OUT acts int, OUT changes int, OUT digest bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_group uuid;
  v_are_own boolean;
  v_found int;
  v_recorded int;
BEGIN
  IF coalesce(current_setting('baize.act_group', true), '') IN ('', 'signed') THEN
    RETURN;
  END IF;
  v_group := current_setting('baize.act_group')::uuid;
  IF NOT EXISTS (SELECT 1 FROM audit a WHERE a.act_group = v_group) THEN
    INSERT INTO audit (actor_kind, act, subject)
      SELECT 'system', 'state.changed', string_agg(DISTINCT c.relation, ' ' ORDER BY c.relation) FROM state_change c
      WHERE c.act_group = v_group HAVING count(*) > 0;
  END IF;
  SELECT a.many, c.many, sha256(a.digest || c.digest), a.are_own AND c.are_own
    INTO acts, changes, digest, v_are_own
    FROM (SELECT count(*) AS many, sha256(coalesce(string_agg(act_form(r), ''::bytea ORDER BY r.id), '')) AS digest,
        coalesce(bool_and(is_own_row(r.xmin)), true) AS are_own FROM audit r WHERE r.act_group = v_group) a,
      (SELECT count(*) AS many, sha256(coalesce(string_agg(sha256(state_change_form(r)), ''::bytea ORDER BY r.id), '')) AS digest,
        coalesce(bool_and(is_own_row(r.xmin)), true) AS are_own FROM state_change r WHERE r.act_group = v_group) c;
  IF NOT v_are_own THEN
    RAISE EXCEPTION 'another transaction recorded rows in the group of this one';
  END IF;
  v_found := acts + changes;
  v_recorded := current_setting('baize.act_count')::int;
  IF acts = 0 OR v_found <> v_recorded THEN
    RAISE EXCEPTION 'this transaction recorded % acts and changes, and % are found', v_recorded, v_found;
  END IF;
  act_group := v_group;
  at := to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
END
$$;

-- Adds the signature of what act_pending returned in the same transaction.
CREATE OR REPLACE FUNCTION act_sign(p_group uuid, p_at text, p_acts int, p_changes int, p_key_id text, p_hash bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO act_signature (act_group, at, acts, changes, key_id, hash)
    VALUES (p_group, p_at::timestamptz, p_acts, p_changes, p_key_id, p_hash);
  PERFORM set_config('baize.act_group', 'signed', true);
END
$$;

CREATE OR REPLACE TRIGGER audit_has_group BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_grouped();
CREATE OR REPLACE TRIGGER state_change_is_final BEFORE UPDATE OR DELETE ON state_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER state_change_is_whole BEFORE TRUNCATE ON state_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER act_signature_is_final BEFORE UPDATE OR DELETE ON act_signature FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER act_signature_is_whole BEFORE TRUNCATE ON act_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION act_pending, act_sign, is_own_row FROM PUBLIC;
GRANT EXECUTE ON FUNCTION act_pending, act_sign TO ${role.app};
