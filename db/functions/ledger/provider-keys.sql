-- The journal key of a provider's own transaction id; a new id gets a new key. Null when the id belongs to another
-- member: ids are unique per provider, not per member. Two callers with one id at the same time get one key.
CREATE OR REPLACE FUNCTION provider_key(p_provider_id smallint, p_transaction text, p_member_id bigint) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_key uuid;
BEGIN
  INSERT INTO provider_transaction (provider_id, transaction, member_id, journal_key)
    VALUES (p_provider_id, p_transaction, p_member_id, uuidv7()) ON CONFLICT DO NOTHING RETURNING journal_key INTO v_key;
  IF v_key IS NULL THEN
    SELECT t.journal_key INTO v_key FROM provider_transaction t
      WHERE t.provider_id = p_provider_id AND t.transaction = p_transaction AND t.member_id = p_member_id;
  END IF;
  RETURN v_key;
END
$$;

REVOKE ALL ON FUNCTION provider_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION provider_key TO ${role.app};
