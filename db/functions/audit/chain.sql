CREATE OR REPLACE FUNCTION audit_canonical(a audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to(jsonb_build_array(a.seq, a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.brand_id,
    a.actor_kind, a.actor_id, a.act, a.subject, a.detail)::text, 'UTF8')
$$;

-- Seals at most so many rows and answers how many. Two at once wait for each other here; acts never do.
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
     OR (NEW.id, NEW.at, NEW.brand_id, NEW.actor_kind, NEW.actor_id, NEW.act, NEW.subject, NEW.detail)
       IS DISTINCT FROM (OLD.id, OLD.at, OLD.brand_id, OLD.actor_kind, OLD.actor_id, OLD.act, OLD.subject, OLD.detail) THEN
    RAISE EXCEPTION 'audit is written once: all that happens to a row is that it is sealed';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER audit_is_final BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_only_sealed();

REVOKE ALL ON FUNCTION audit_seal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_seal TO ${role.app};
