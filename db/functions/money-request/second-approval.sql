-- What a member was credited (type deposit) or paid (withdraw) within the last 24 hours.
CREATE OR REPLACE FUNCTION money_request_day(p_member bigint, p_type text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(credited), 0)::bigint FROM money_request
  WHERE member_id = p_member AND type = p_type AND state = 'paid' AND changed_at >= clock_timestamp() - interval '24 hours'
$$;

-- Whether an operator credited a member, or proposed a credit that took effect, within the last 72 hours. A correction
-- upwards is a credit by both of its operators. Operators who count as one person (operator_one_person) count as the operator.
CREATE OR REPLACE FUNCTION money_request_credited_by(p_member bigint, p_operator bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM money_request q
    LEFT JOIN approval a ON a.subject = q.id AND a.state = 'approved'
    WHERE q.member_id = p_member AND q.type = 'deposit' AND q.state = 'paid'
      AND q.changed_at >= clock_timestamp() - interval '72 hours' AND ARRAY[q.decided_by, a.proposed_by] && (SELECT operator_one_person(p_operator))::bigint[])
  OR EXISTS (SELECT 1 FROM approval a WHERE a.member_id = p_member AND a.kind = 'adjust_balance' AND a.state = 'approved'
      AND a.decided_at >= clock_timestamp() - interval '72 hours' AND (a.command ->> 'amount')::numeric > 0
      AND ARRAY[a.decided_by, a.proposed_by] && (SELECT operator_one_person(p_operator))::bigint[])
$$;

-- Whether the first payment to a member takes two operators, whatever its amount: the operator approved the member's
-- registration, or the member has staked less than what their deposits brought. The second holds where the brand takes two
-- operators for deposits; stakes in open rounds and at providers with their own wallets are not counted.
CREATE OR REPLACE FUNCTION money_request_first_unproven(p_member bigint, p_operator bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (SELECT 1 FROM money_request q WHERE q.member_id = p_member AND q.type = 'withdraw' AND q.state = 'paid')
    AND EXISTS (SELECT 1 FROM member m JOIN brand b ON b.id = m.brand_id WHERE m.id = p_member
      AND (m.decided_by = ANY ((SELECT operator_one_person(p_operator))::bigint[]) OR (b.deposit_second_from IS NOT NULL
        AND (SELECT coalesce(sum(j.stake), 0) - coalesce(sum(j.d_cash) FILTER (WHERE j.kind = ${kind.rollback}), 0)
               FROM journal j WHERE j.member_id = p_member) - (SELECT o.stake FROM ledger_open_stakes(p_member) o)
          < (SELECT coalesce(sum(d.credited), 0) FROM money_request d
              WHERE d.member_id = p_member AND d.type = 'deposit' AND d.state = 'paid'))))
$$;

-- A payment that takes two operators is accepted only with an approval of the same act, decided by the payer in this
-- transaction and under the payment's id, and a decided request never changes. The rule in TypeScript decides; this trigger enforces it, under the
-- wallet's lock, so that simultaneous payments of one member count each other.
CREATE OR REPLACE FUNCTION money_request_four_eyes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_asked bigint := CASE WHEN TG_OP = 'UPDATE' THEN OLD.amount ELSE NEW.amount END;
  v_takes_two boolean;
  v_bound money_request := NEW;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- Binding encrypted values to their owner (src/server/db/bind-values.ts) changes nothing else. The application's role cannot write
    -- these columns of a request.
    v_bound.key_id := OLD.key_id;
    v_bound.bank_number_sealed := OLD.bank_number_sealed;
    v_bound.bank_owner := OLD.bank_owner;
    v_bound.depositor := OLD.depositor;
    v_bound.depositor_mark := OLD.depositor_mark;
    IF v_bound IS NOT DISTINCT FROM OLD AND current_setting('baize.binds_values', true) = 'on' THEN
      RETURN NEW;
    END IF;
    IF OLD.state IN ('paid', 'rejected', 'cancelled') AND NEW IS DISTINCT FROM OLD THEN
      RAISE EXCEPTION 'request % is decided and never changes', OLD.id;
    END IF;
    IF (NEW.id, NEW.brand_id, NEW.member_id, NEW.type, NEW.amount) IS DISTINCT FROM
        (OLD.id, OLD.brand_id, OLD.member_id, OLD.type, OLD.amount) THEN
      RAISE EXCEPTION 'what request % asks for never changes', OLD.id;
    END IF;
    IF OLD.state = NEW.state THEN
      RETURN NEW;
    END IF;
  END IF;
  IF NEW.state <> 'paid' THEN
    RETURN NEW;
  END IF;
  PERFORM ledger_lock(NEW.member_id);
  NEW.credited := coalesce(NEW.credited, NEW.amount);
  IF NEW.type = 'withdraw' AND NEW.credited <> v_asked THEN
    RAISE EXCEPTION 'withdrawal % pays what it asks for', NEW.id;
  END IF;
  NEW.changed_at := clock_timestamp();
  NEW.sums_judged := true;
  NEW.second_from := (SELECT CASE NEW.type WHEN 'deposit' THEN deposit_second_from ELSE second_approval_from END
    FROM brand WHERE id = NEW.brand_id FOR SHARE);
  v_takes_two := coalesce(money_request_day(NEW.member_id, NEW.type) + NEW.credited >= NEW.second_from, false)
    OR (NEW.type = 'withdraw' AND money_request_first_unproven(NEW.member_id, NEW.decided_by))
    OR CASE NEW.type WHEN 'deposit' THEN NEW.credited > v_asked
      ELSE money_request_credited_by(NEW.member_id, NEW.decided_by) END;
  IF v_takes_two AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.subject = NEW.id AND a.state = 'approved'
      AND a.kind = CASE NEW.type WHEN 'deposit' THEN 'credit_deposit' ELSE 'pay_withdrawal' END
      AND a.decided_by = NEW.decided_by AND a.decision_key = NEW.decision_key AND a.xmin = pg_current_xact_id()::xid
      AND (a.command ->> 'credited')::numeric * 10000 = NEW.credited) THEN
    RAISE EXCEPTION 'paying % for request % needs a second operator', NEW.credited, NEW.id;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER money_request_four_eyes BEFORE INSERT OR UPDATE ON money_request FOR EACH ROW
  EXECUTE FUNCTION money_request_four_eyes();

REVOKE ALL ON FUNCTION money_request_four_eyes, money_request_day, money_request_credited_by,
  money_request_first_unproven FROM PUBLIC;
GRANT EXECUTE ON FUNCTION money_request_day, money_request_credited_by, money_request_first_unproven TO ${role.app};
