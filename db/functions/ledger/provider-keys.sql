-- The journal key that a provider's own transaction id stands for, or a new one for a new id. Null when the id belongs to another
-- member: ids are unique per provider, not per member. Callers with one id wait for each other until the transaction ends.
-- A new id is stored with its event only (ledger_post_for_provider): one that was kept beforehand would refuse the provider's own call.
CREATE OR REPLACE FUNCTION ledger_provider_key(p_provider_id smallint, p_transaction text, p_member_id bigint) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t provider_transaction;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(format('transaction of provider %s: %s', p_provider_id, p_transaction), 0));
  SELECT * INTO t FROM provider_transaction WHERE provider_id = p_provider_id AND transaction = p_transaction;
  IF NOT FOUND THEN
    RETURN uuidv7();
  END IF;
  RETURN CASE WHEN t.member_id = p_member_id THEN t.journal_key END;
END
$$;

-- Posts an event under the key of a provider's transaction id, and stores a new id with it where the event is booked.
CREATE OR REPLACE FUNCTION ledger_post_for_provider(r ledger_request, p_transaction text) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o ledger_outcome := ledger_post(r);
BEGIN
  IF o.outcome IN ('done', 'tombstone') AND NOT EXISTS (SELECT FROM provider_transaction t
      WHERE (t.provider_id, t.transaction, t.member_id, t.journal_key) = (abs(r.source), p_transaction, r.member_id, r.key)) THEN
    INSERT INTO provider_transaction (provider_id, transaction, member_id, journal_key)
      VALUES (abs(r.source), p_transaction, r.member_id, r.key);
  END IF;
  RETURN o;
END
$$;

REVOKE ALL ON FUNCTION ledger_provider_key, ledger_post_for_provider FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_provider_key, ledger_post_for_provider TO ${role.app};
