-- Passwords of operators, which the application's role cannot write: an operator's own in a proven session, and a new one by
-- an enrolment code.

-- Ends an operator's password: from now on only the code sets a new one. Called by a manager's live session, in the transaction
-- that approves another manager's proposal of it.
CREATE OR REPLACE FUNCTION operator_end_password(p_operator bigint, p_session bigint, p_code_hash bytea, p_hours int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_by bigint := (SELECT o.id FROM operator_session s JOIN operator o ON o.id = s.operator_id
    WHERE s.id = p_session AND s.ended_at IS NULL AND s.ends_at > now() AND o.active AND 'manager' = ANY (o.roles));
BEGIN
  IF v_by IS NULL OR v_by = p_operator THEN
    RETURN false;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM approval a JOIN operator o ON o.public_id = a.subject
      WHERE o.id = p_operator AND a.kind = 'reset_operator' AND a.state = 'approved' AND a.decided_by = v_by AND a.xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'ending the password of operator % needs a second manager', p_operator;
  END IF;
  INSERT INTO operator_enrolment (operator_id, code_hash, expires_at, made_by)
  VALUES (p_operator, p_code_hash, now() + make_interval(hours => p_hours), v_by)
  ON CONFLICT (operator_id) DO UPDATE SET code_hash = EXCLUDED.code_hash, expires_at = EXCLUDED.expires_at, made_by = v_by;
  RETURN true;
END
$$;

-- Sets a new password by an enrolment code, which is good once. Returns the operator, or null.
CREATE OR REPLACE FUNCTION operator_enrol(p_login text, p_code_hash bytea, p_password_hash text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_operator bigint;
BEGIN
  DELETE FROM operator_enrolment e USING operator o
   WHERE o.login = p_login AND o.active AND e.operator_id = o.id AND e.code_hash = p_code_hash AND e.expires_at > clock_timestamp()
  RETURNING o.id INTO v_operator;
  UPDATE operator SET password_hash = p_password_hash WHERE id = v_operator;
  RETURN v_operator;
END
$$;

-- Sets the password of a live session's operator, unless it changed since the old one was verified.
CREATE OR REPLACE FUNCTION operator_change_password(p_session bigint, p_old_hash text, p_new_hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE operator o SET password_hash = p_new_hash FROM operator_session s
   WHERE s.id = p_session AND s.ended_at IS NULL AND s.ends_at > now() AND s.factor_at IS NOT NULL
     AND o.id = s.operator_id AND o.active AND o.password_hash = p_old_hash
     AND NOT EXISTS (SELECT 1 FROM operator_enrolment e WHERE e.operator_id = o.id);
  RETURN FOUND;
END
$$;

REVOKE ALL ON FUNCTION operator_end_password, operator_enrol, operator_change_password FROM PUBLIC;
GRANT EXECUTE ON FUNCTION operator_end_password, operator_enrol, operator_change_password TO ${role.app};
