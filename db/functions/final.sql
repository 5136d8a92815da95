-- Makes rows final: corrections are new rows.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
END
$$;

CREATE OR REPLACE TRIGGER journal_is_whole BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER round_is_whole BEFORE TRUNCATE ON round FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER house_entry_is_final BEFORE UPDATE OR DELETE ON house_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER house_entry_is_whole BEFORE TRUNCATE ON house_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_exclusion_is_final BEFORE UPDATE OR DELETE ON member_exclusion FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_stays BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_is_whole BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_head_stays BEFORE DELETE ON audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_head_is_whole BEFORE TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER money_out_stays BEFORE DELETE ON money_out FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER money_out_is_whole BEFORE TRUNCATE ON money_out FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER book_run_stays BEFORE DELETE ON book_run FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER book_run_is_whole BEFORE TRUNCATE ON book_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Archived rows are final too, except for the number of shown events of a round, where a window resumes.
CREATE OR REPLACE TRIGGER journal_archive_is_final BEFORE UPDATE OR DELETE ON journal_archive FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_archive_is_whole BEFORE TRUNCATE ON journal_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER round_archive_stays BEFORE DELETE ON round_archive FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER round_archive_is_whole BEFORE TRUNCATE ON round_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_is_final BEFORE UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER provider_transaction_is_final BEFORE UPDATE OR DELETE ON provider_transaction FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER provider_transaction_is_whole BEFORE TRUNCATE ON provider_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_stays BEFORE DELETE ON approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_is_whole BEFORE TRUNCATE ON approval FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER money_request_stays BEFORE DELETE ON money_request FOR EACH ROW EXECUTE FUNCTION refuse_change();
