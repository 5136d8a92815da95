-- A large withdrawal is paid only when it was approved before, and an approval never changes. The rule in TypeScript
-- decides; this trigger enforces it. A new row has no earlier state.
CREATE OR REPLACE FUNCTION money_request_four_eyes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.approved_by IS NOT NULL AND (NEW.approved_by, NEW.approval_key) IS DISTINCT FROM (OLD.approved_by, OLD.approval_key) THEN
    RAISE EXCEPTION 'a first approval is given once and never changes';
  END IF;
  IF NEW.state = 'paid' AND OLD.state IS DISTINCT FROM 'paid' AND NEW.type = 'withdraw' AND OLD.approved_by IS NULL
      AND greatest(NEW.amount, OLD.amount) >= (SELECT second_approval_from FROM brand WHERE id = NEW.brand_id) THEN
    RAISE EXCEPTION 'a withdrawal of % needs a second operator', NEW.amount;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER money_request_four_eyes BEFORE INSERT OR UPDATE ON money_request FOR EACH ROW
  EXECUTE FUNCTION money_request_four_eyes();

REVOKE ALL ON FUNCTION money_request_four_eyes FROM PUBLIC;
