-- Changed personal data are hashed again; the earlier hashes stay, so that earlier telephones and accounts are still found.
CREATE OR REPLACE FUNCTION person_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Values that are bound to their owners (src/server/db/bind-values.ts) are the same values.
  IF (NEW.phone_sealed, NEW.bank_number_sealed, NEW.birth_sealed, NEW.bank_owner)
      IS DISTINCT FROM (OLD.phone_sealed, OLD.bank_number_sealed, OLD.birth_sealed, OLD.bank_owner)
    AND current_setting('baize.binds_values', true) IS DISTINCT FROM 'on' THEN
    NEW.marked_key := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER person_changed BEFORE UPDATE ON member_person FOR EACH ROW EXECUTE FUNCTION person_changed();

-- Erases a member's personal data and closes the account for good, because nobody can be paid, reached or excluded afterwards; a
-- registration that waits is rejected. Refused while there is money, in play too, an open
-- request, or an act that waits for a second operator. The hashes go with the data, unless an exclusion is in force: then
-- forget_person_marks removes them after its end. Run by the owner (docs/operations.md); returns whether the member had any data left.
CREATE OR REPLACE FUNCTION erase_person(p_member bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_status text;
BEGIN
  IF EXISTS (SELECT 1 FROM member_person WHERE member_id = p_member AND erased_at IS NULL AND marked_key IS NULL) THEN
    RAISE EXCEPTION 'the hashes of member % are not made yet: start the program, and try again', p_member;
  END IF;
  -- Waits for an approval and for requests that are being filed, and they for it.
  SELECT status INTO v_status FROM member WHERE id = p_member FOR UPDATE;
  IF v_status = 'pending' THEN
    -- An approval would find no exclusion of a person without hashes.
    UPDATE member SET status = 'rejected', status_reason = 'personal data erased', decided_at = clock_timestamp() WHERE id = p_member;
  ELSIF v_status <> 'rejected' THEN
    UPDATE member SET status = 'blocked', status_reason = 'personal data erased', blocked_until = NULL, blocked_at = clock_timestamp(),
      blocked_by = NULL WHERE id = p_member;
  END IF;
  UPDATE member_session SET ended_at = clock_timestamp(), ended_why = 'personal data erased' WHERE member_id = p_member AND ended_at IS NULL;
  PERFORM FROM wallet WHERE member_id = p_member FOR UPDATE;
  IF EXISTS (SELECT 1 FROM wallet WHERE member_id = p_member AND cash + held + in_play >= 10000) THEN
    RAISE EXCEPTION 'member % has money: pay it out first, or correct it to less than one unit', p_member;
  END IF;
  IF EXISTS (SELECT 1 FROM money_request WHERE member_id = p_member AND state IN (${states.request_open})) THEN
    RAISE EXCEPTION 'member % has an open request: decide it first', p_member;
  END IF;
  IF EXISTS (SELECT 1 FROM approval WHERE member_id = p_member AND state = 'open' AND expires_at > clock_timestamp()) THEN
    RAISE EXCEPTION 'a correction or another act on member % waits for a second operator: decide it first', p_member;
  END IF;
  UPDATE member_person SET phone_sealed = NULL, phone_last4 = '', bank_name = '', bank_owner = '', bank_number_sealed = NULL,
    bank_number_last4 = '', birth_sealed = NULL, erased_at = clock_timestamp()
    WHERE member_id = p_member AND erased_at IS NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM forget_person_marks();
  RETURN true;
END
$$;

-- Removes the hashes of erased persons without an exclusion in force; returns their number. The application has no other way
-- to remove a hash.
CREATE OR REPLACE FUNCTION forget_person_marks() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM person_mark k USING member_person p, member m
    WHERE p.erased_at IS NOT NULL AND k.member_id = p.member_id AND m.id = p.member_id
      AND (m.excluded_until IS NULL OR m.excluded_until <= clock_timestamp())
    RETURNING 1)
  SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION person_changed, erase_person, forget_person_marks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_person_marks TO ${role.app};
