-- Adds to the totals of redrawn rounds and records those that differ: [{"id": …, "detail": …}]. A recorded round stays
-- recorded; the books redraw it in every run (docs/decisions/027-redrawn-rounds.md).
CREATE OR REPLACE FUNCTION redraw_record(p_redrawn int, p_old_scheme int, p_lost_key int, p_different jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE redraw_state SET redrawn = redrawn + p_redrawn, old_scheme = old_scheme + p_old_scheme, lost_key = lost_key + p_lost_key,
    at = clock_timestamp();
  INSERT INTO redraw_mismatch (round_id, detail)
    SELECT d.id, d.detail FROM jsonb_to_recordset(p_different) d (id uuid, detail text) ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE TRIGGER redraw_mismatch_is_final BEFORE UPDATE OR DELETE ON redraw_mismatch FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER redraw_mismatch_is_whole BEFORE TRUNCATE ON redraw_mismatch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION redraw_record FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redraw_record TO ${role.app};
