-- A code is issued only by an operator who opened the reset. Where the brand takes two, another operator proposed it, and
-- the proposal is approved by the issuing operator in the same transaction: once. Here and wherever an approval is looked for, it is
-- a row that this transaction wrote, so that its step is recorded with the act (docs/decisions/028-signed-acts.md).
CREATE OR REPLACE FUNCTION password_reset_second() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.state <> 'issued' OR NEW.code_hash IS NOT DISTINCT FROM OLD.code_hash THEN
    RETURN NEW;
  END IF;
  IF NEW.decided_by IS NULL OR NOT NEW.decided_by = ANY (NEW.opened_by) THEN
    RAISE EXCEPTION 'the code of reset % is issued by an operator who has opened it', NEW.id;
  END IF;
  IF (SELECT reset_second FROM brand WHERE id = NEW.brand_id) AND NOT EXISTS (SELECT 1 FROM approval a
      WHERE a.subject = NEW.id AND a.kind = 'issue_reset_code' AND a.state = 'approved' AND a.member_id = NEW.member_id
        AND a.decided_by = NEW.decided_by AND a.xmin = pg_current_xact_id()::xid AND a.proposed_by = ANY (NEW.opened_by)) THEN
    RAISE EXCEPTION 'the code of reset % needs a second operator', NEW.id;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER password_reset_second BEFORE UPDATE ON password_reset FOR EACH ROW
  EXECUTE FUNCTION password_reset_second();

REVOKE ALL ON FUNCTION password_reset_second FROM PUBLIC;
