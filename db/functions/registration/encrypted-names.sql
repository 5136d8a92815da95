-- Replaces one plain name of a member by its encrypted form, in their personal data and in their requests together, so that a
-- request keeps the same account as its member. Called for rows of before names were encrypted.
CREATE OR REPLACE FUNCTION encrypt_name(p_member bigint, p_plain text, p_encrypted text, p_mark bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_encrypted NOT LIKE 'encrypted:%' OR p_plain LIKE 'encrypted:%' OR p_plain = '' THEN
    RAISE EXCEPTION 'a plain name is replaced by its encrypted form only';
  END IF;
  UPDATE member_person SET bank_owner = p_encrypted WHERE member_id = p_member AND bank_owner = p_plain;
  UPDATE money_request SET bank_owner = p_encrypted WHERE member_id = p_member AND bank_owner = p_plain;
  UPDATE money_request SET depositor = p_encrypted, depositor_mark = p_mark WHERE member_id = p_member AND depositor = p_plain;
END
$$;

REVOKE ALL ON FUNCTION encrypt_name FROM PUBLIC;
GRANT EXECUTE ON FUNCTION encrypt_name TO ${role.app};
