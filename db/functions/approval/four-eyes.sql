-- An approval begins open, with 72 hours from now; what it is about never changes; it ends once, by another operator
-- before it expires, or by expiring: after its hours, or when its proposer is not active any more. Two operators who count as one
-- person (operator_one_person) are not another.
CREATE OR REPLACE FUNCTION approval_four_eyes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'open' THEN
      RAISE EXCEPTION 'an approval begins open';
    END IF;
    IF NOT operator_stays_active(NEW.proposed_by) THEN
      RAISE EXCEPTION 'an approval is proposed by an active operator';
    END IF;
    IF NEW.kind = 'adjust_balance' AND NOT EXISTS (SELECT 1 FROM member m
        WHERE m.id = NEW.member_id AND m.public_id = NEW.subject AND m.brand_id = NEW.brand_id) THEN
      RAISE EXCEPTION 'a correction is about a member of its brand';
    END IF;
    IF NEW.kind = 'void_round' AND NOT EXISTS (SELECT 1 FROM table_round r JOIN game_table t ON t.id = r.table_id
        WHERE r.id = NEW.subject AND t.brand_id = NEW.brand_id AND r.state <> 'void') AND NOT EXISTS (SELECT FROM seat_round q
        JOIN member m ON m.id = q.member_id WHERE q.id = NEW.subject AND m.brand_id = NEW.brand_id AND q.state <> 'void') THEN
      RAISE EXCEPTION 'a void is about a round of its brand that is not void';
    END IF;
    IF NEW.kind = 'reset_operator' AND NOT EXISTS (SELECT 1 FROM operator o, operator by
        WHERE o.public_id = NEW.subject AND o.id <> NEW.proposed_by AND by.id = NEW.proposed_by AND by.active
          AND 'manager' = ANY (by.roles)) THEN
      RAISE EXCEPTION 'a reset is about another operator, and proposed by a manager';
    END IF;
    NEW.proposed_at := now();
    NEW.expires_at := now() + interval '72 hours';
    RETURN NEW;
  END IF;
  IF OLD.state <> 'open' THEN
    RAISE EXCEPTION 'approval % is decided and never changes', OLD.id;
  END IF;
  IF (NEW.id, NEW.brand_id, NEW.kind, NEW.subject, NEW.member_id, NEW.command, NEW.proposed_by, NEW.proposed_at, NEW.proposal_key,
      NEW.expires_at) IS DISTINCT FROM (OLD.id, OLD.brand_id, OLD.kind, OLD.subject, OLD.member_id, OLD.command,
      OLD.proposed_by, OLD.proposed_at, OLD.proposal_key, OLD.expires_at) THEN
    RAISE EXCEPTION 'what approval % is about never changes', OLD.id;
  END IF;
  -- It also expires when its proposer loses a role or a brand, in the transaction that writes the operator's row (operator_deactivated).
  IF (NEW.state = 'expired') <> (OLD.expires_at <= now() OR NOT operator_stays_active(OLD.proposed_by)
      OR EXISTS (SELECT FROM operator o WHERE o.id = OLD.proposed_by AND o.xmin = pg_current_xact_id()::xid)) THEN
    RAISE EXCEPTION 'approval % may only be decided before it expires, by then with an active proposer, and expire otherwise', OLD.id;
  END IF;
  -- The proposer themselves: the constraint approval_two_people.
  IF NEW.decided_by <> NEW.proposed_by AND NEW.decided_by = ANY (operator_one_person(NEW.proposed_by)) THEN
    RAISE EXCEPTION 'approval % needs another person than its proposer', OLD.id;
  END IF;
  IF NEW.kind = 'reset_operator' AND NEW.state = 'approved' AND NOT EXISTS (SELECT 1 FROM operator o
      WHERE o.id = NEW.decided_by AND o.public_id <> NEW.subject AND o.active AND 'manager' = ANY (o.roles)) THEN
    RAISE EXCEPTION 'a reset is approved by another manager than the operator concerned';
  END IF;
  NEW.decided_at := now();
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER approval_four_eyes BEFORE INSERT OR UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION approval_four_eyes();

REVOKE ALL ON FUNCTION approval_four_eyes FROM PUBLIC;
