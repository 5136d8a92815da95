-- The time since which money-out is stopped, or null. The row stays locked until the caller's transaction ends, so that
-- a payment either ends before the stop or sees it. Payments share the lock; only the end of a run takes it alone.
CREATE OR REPLACE FUNCTION money_out_since() RETURNS timestamptz
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT stopped_at FROM money_out FOR SHARE
$$;

-- The final check, in the journal: a withdrawal cannot be posted as paid, nor money sent to a provider, while money-out
-- is stopped. Callers check money_out_since first and answer with a refusal of their own.
CREATE OR REPLACE FUNCTION journal_lets_out() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF money_out_since() IS NOT NULL THEN
    RAISE EXCEPTION 'money-out is stopped: the books must be found clean first' USING ERRCODE = 'P0OUT';
  END IF;
  RETURN NEW;
END
$$;

-- The kinds are one array constant: PostgreSQL prepares the condition anew for each insert, and an IN would be computed.
CREATE OR REPLACE TRIGGER journal_may_be_stopped BEFORE INSERT ON journal FOR EACH ROW
  WHEN (NEW.kind = ANY ('{${kinds.withdraw_paid, transfer_in}}'::smallint[]))
  EXECUTE FUNCTION journal_lets_out();

REVOKE ALL ON FUNCTION money_out_since, journal_lets_out FROM PUBLIC;
GRANT EXECUTE ON FUNCTION money_out_since TO ${role.app};
