-- The audit chain. A row is inserted without number and hash, in the transaction of the act it records. A later run
-- numbers and hashes the rows in the order in which it finds them:
--
--   hash = sha256(hash of the row before || canonical form); before the first row there are no bytes
--
-- The canonical form is the UTF-8 text of a JSON array as PostgreSQL prints jsonb (a comma and a blank between items, a
-- colon and a blank after a key, the keys of an object by length, then by bytes): [seq, id, at, brand_id, actor_kind,
-- actor_id, act, subject, detail, act_group], with at in UTC to the microsecond: "2026-11-21T01:02:03.000004Z", and without
-- the last item where a row has no group. A chained row is final. `rights` is covered by the signature of the group.
CREATE OR REPLACE FUNCTION audit_canonical(a audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to((jsonb_build_array(a.seq, a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.brand_id,
    a.actor_kind, a.actor_id, a.act, a.subject, a.detail)
    || CASE WHEN a.act_group IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(a.act_group) END)::text, 'UTF8')
$$;

-- Chains at most p_most audit rows and returns how many. Concurrent runs wait for each other here; staff actions never
-- wait.
CREATE OR REPLACE FUNCTION audit_seal(p_most int) RETURNS int
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

CREATE OR REPLACE FUNCTION audit_only_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.seq IS NOT NULL OR NEW.seq IS NULL
     OR (NEW.id, NEW.at, NEW.brand_id, NEW.actor_kind, NEW.actor_id, NEW.act, NEW.subject, NEW.detail, NEW.act_group, NEW.rights)
       IS DISTINCT FROM (OLD.id, OLD.at, OLD.brand_id, OLD.actor_kind, OLD.actor_id, OLD.act, OLD.subject, OLD.detail, OLD.act_group, OLD.rights) THEN
    RAISE EXCEPTION 'audit is written once: a row only gets its number and hash';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER audit_is_final BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_only_sealed();

REVOKE ALL ON FUNCTION audit_seal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_seal TO ${role.app};
