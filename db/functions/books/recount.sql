-- Records how far the rounds of a table were recounted, with the results of all of them together, and the rounds that differed: [{"id": …, "detail": …}].
-- False, and nothing is recorded, where the last recorded number is not p_known, 0 for none: it was moved since it was read.
CREATE OR REPLACE FUNCTION table_recount_record(p_table smallint, p_known int, p_number int, p_results bigint, p_staked bigint, p_returned bigint,
  p_different jsonb) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_known = 0 THEN
    INSERT INTO table_recount AS c (table_id, number, results, staked, returned, at)
      VALUES (p_table, p_number, p_results, p_staked, p_returned, clock_timestamp())
      ON CONFLICT (table_id) DO UPDATE SET number = p_number, results = p_results, staked = p_staked, returned = p_returned, at = clock_timestamp()
        WHERE c.number = 0;
  ELSE
    UPDATE table_recount SET number = p_number, results = p_results, staked = p_staked, returned = p_returned, at = clock_timestamp()
      WHERE table_id = p_table AND number = p_known;
  END IF;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO redraw_mismatch (round_id, detail)
    SELECT d.id, d.detail FROM jsonb_to_recordset(p_different) d (id uuid, detail text) ON CONFLICT DO NOTHING;
  RETURN true;
END
$$;

REVOKE ALL ON FUNCTION table_recount_record FROM PUBLIC;
GRANT EXECUTE ON FUNCTION table_recount_record TO ${role.app};
