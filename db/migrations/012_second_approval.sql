-- Four eyes on money that leaves: from an amount on, which a brand sets, a withdrawal is approved by one operator and paid by
-- another. The rules are the domain's; what must never be is refused here as well.

-- In the order in which everybody locks: a release before this one may be at work beside it.
LOCK TABLE money_request IN ACCESS EXCLUSIVE MODE;

-- Null: one operator is enough.
ALTER TABLE brand ADD COLUMN second_approval_from bigint CHECK (second_approval_from > 0);

-- Who approved it first, and under which id they asked. A release keeps it, so that whoever claims it next is the second.
ALTER TABLE money_request
  ADD COLUMN approved_by bigint REFERENCES operator,
  ADD COLUMN approval_key uuid UNIQUE,
  ADD CHECK ((approved_by IS NULL) = (approval_key IS NULL)),
  ADD CHECK (state <> 'awaiting_second' OR approved_by IS NOT NULL),
  ADD CONSTRAINT money_request_two_people
    CHECK (state <> 'paid' OR approved_by IS NULL OR (decided_by IS NOT NULL AND decided_by <> approved_by));

-- A great withdrawal is paid only where it stood approved before, and an approval stays what it was. Of a new row there is no
-- before.
CREATE FUNCTION money_request_four_eyes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.approved_by IS NOT NULL AND (NEW.approved_by, NEW.approval_key) IS DISTINCT FROM (OLD.approved_by, OLD.approval_key) THEN
    RAISE EXCEPTION 'a first approval is given once and stays';
  END IF;
  IF NEW.state = 'paid' AND OLD.state IS DISTINCT FROM 'paid' AND NEW.type = 'withdraw' AND OLD.approved_by IS NULL
      AND greatest(NEW.amount, OLD.amount) >= (SELECT second_approval_from FROM brand WHERE id = NEW.brand_id) THEN
    RAISE EXCEPTION 'a withdrawal of % takes a second operator', NEW.amount;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER money_request_four_eyes BEFORE INSERT OR UPDATE ON money_request FOR EACH ROW
  EXECUTE FUNCTION money_request_four_eyes();
REVOKE ALL ON FUNCTION money_request_four_eyes FROM PUBLIC;
