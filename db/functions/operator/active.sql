-- Whether an operator is active, and stays so until the transaction ends: a deactivation waits for it.
CREATE OR REPLACE FUNCTION operator_stays_active(p_operator bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('acts of operator ' || p_operator, 0));
  -- Read by a statement of its own, which sees what was committed while it waited.
  RETURN coalesce((SELECT o.active FROM operator o WHERE o.id = p_operator), false);
END
$$;

-- A deactivation, whatever made it, is for good: the operator's sessions end and their open proposals lapse, so that neither is
-- valid again when the operator is. Requests that they claimed are free while they are not active.
CREATE OR REPLACE FUNCTION operator_deactivated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_sessions int;
  v_proposals jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('acts of operator ' || NEW.id, 0));
  UPDATE operator_session SET ended_at = now() WHERE operator_id = NEW.id AND ended_at IS NULL;
  GET DIAGNOSTICS v_sessions = ROW_COUNT;
  WITH lapsed AS (UPDATE approval SET state = 'expired' WHERE proposed_by = NEW.id AND state = 'open' RETURNING id)
  SELECT coalesce(jsonb_agg(id), '[]') INTO v_proposals FROM lapsed;
  INSERT INTO audit (actor_kind, act, subject, detail)
    VALUES ('system', 'operator.deactivate', NEW.public_id, jsonb_build_object('sessions', v_sessions, 'proposals', v_proposals));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER operator_is_deactivated AFTER UPDATE OF active ON operator FOR EACH ROW
  WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION operator_deactivated();

REVOKE ALL ON FUNCTION operator_stays_active, operator_deactivated FROM PUBLIC;
GRANT EXECUTE ON FUNCTION operator_stays_active TO ${role.app};
