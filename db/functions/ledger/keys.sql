-- The event of a key, from the journal or, for a member with archived rows, from the archive. Every column is null when
-- no event has the key. A key is looked up by all three columns of its index: with two of them a look-up may read all
-- of the member's events.
CREATE OR REPLACE FUNCTION journal_by_key(p_member_id bigint, p_source smallint, p_key uuid, p_archived_seq bigint) RETURNS journal
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  j journal;
BEGIN
  SELECT * INTO j FROM ONLY journal WHERE member_id = p_member_id AND source = p_source AND key = p_key;
  IF NOT FOUND AND p_archived_seq > 0 THEN
    SELECT * INTO j FROM journal_archive WHERE member_id = p_member_id AND source = p_source AND key = p_key;
  END IF;
  RETURN j;
END
$$;

REVOKE ALL ON FUNCTION journal_by_key FROM PUBLIC;
