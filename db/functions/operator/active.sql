-- Whether an operator is active, and stays so until the transaction ends: a deactivation waits for it.
CREATE OR REPLACE FUNCTION operator_stays_active(p_operator bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('acts of operator ' || p_operator, 0));
  -- Read by a statement of its own, which sees what was committed while it waited.
  RETURN coalesce((SELECT o.active FROM operator o WHERE o.id = p_operator), false);
END
$$;

-- A deactivation, whatever made it, is for good: the operator's sessions and enrolment codes end and their open proposals lapse, so that
-- none is valid again when the operator is. Requests that they claimed are free while they are not active. Proposals lapse as well when
-- the operator loses a role or a brand: the second of two persons must still be one who may act.
CREATE OR REPLACE FUNCTION operator_deactivated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_leaves boolean := OLD.active AND NOT NEW.active;
  v_sessions int := 0;
  v_proposals jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('acts of operator ' || NEW.id, 0));
  IF v_leaves THEN
    -- The row stays: as long as it is there the password from before the reset opens nothing.
    UPDATE operator_enrolment SET expires_at = now() WHERE operator_id = NEW.id AND expires_at > now();
    UPDATE operator_session SET ended_at = now() WHERE operator_id = NEW.id AND ended_at IS NULL;
    GET DIAGNOSTICS v_sessions = ROW_COUNT;
  END IF;
  WITH lapsed AS (UPDATE approval SET state = 'expired' WHERE proposed_by = NEW.id AND state = 'open' RETURNING id)
  SELECT coalesce(jsonb_agg(id), '[]') INTO v_proposals FROM lapsed;
  INSERT INTO audit (actor_kind, act, subject, detail)
    VALUES ('system', CASE WHEN v_leaves THEN 'operator.deactivate' ELSE 'operator.restrict' END, NEW.public_id,
      jsonb_build_object('sessions', v_sessions, 'proposals', v_proposals));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER operator_is_deactivated AFTER UPDATE OF active, roles, brand_ids ON operator FOR EACH ROW
  WHEN ((OLD.active AND NOT NEW.active) OR NOT OLD.roles <@ NEW.roles
    OR (NEW.brand_ids IS NOT NULL AND (OLD.brand_ids IS NULL OR NOT OLD.brand_ids <@ NEW.brand_ids)))
  EXECUTE FUNCTION operator_deactivated();

REVOKE ALL ON FUNCTION operator_stays_active, operator_deactivated FROM PUBLIC;
GRANT EXECUTE ON FUNCTION operator_stays_active TO ${role.app};
