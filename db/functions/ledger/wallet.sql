-- Opens a wallet for a new member; a second call changes nothing.
CREATE OR REPLACE FUNCTION ledger_open(p_member bigint, p_brand int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO wallet (member_id, brand_id) VALUES (p_member, p_brand) ON CONFLICT DO NOTHING
$$;

-- Locks a member's wallet inside a transaction and returns it, for rules that must decide before they post.
CREATE OR REPLACE FUNCTION ledger_lock(p_member bigint) RETURNS wallet
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM wallet WHERE member_id = p_member FOR UPDATE
$$;

-- For a key that takes effect outside the journal (an inquiry's), under the wallet's lock: writes the wallet anew without a
-- change, so that a plain spin that read its facts before finds another version of the row (post-plain.sql).
CREATE OR REPLACE FUNCTION ledger_renew(p_member bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE wallet SET seq = seq WHERE member_id = p_member
$$;

-- Sets the seed pair in use; the numbering of rounds continues. Only db/functions/slot/seed-chain.sql calls it.
CREATE OR REPLACE FUNCTION ledger_seed(p_member bigint, p_seed bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE wallet SET seed_id = p_seed WHERE member_id = p_member
    AND EXISTS (SELECT 1 FROM member_seed s WHERE s.id = p_seed AND s.member_id = p_member)
$$;

REVOKE ALL ON FUNCTION ledger_open, ledger_lock, ledger_renew FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger_seed FROM PUBLIC, ${role.app};
GRANT EXECUTE ON FUNCTION ledger_open, ledger_lock, ledger_renew TO ${role.app};
