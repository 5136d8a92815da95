-- A reset of an operator's sign-in is an approval of two managers (docs/decisions/017-two-operators.md): about an operator, whose
-- public id is the subject, and of no brand or member. The rules are in db/functions/approval/ and db/functions/operator/.
ALTER TABLE approval
  ALTER COLUMN brand_id DROP NOT NULL,
  ALTER COLUMN member_id DROP NOT NULL,
  DROP CONSTRAINT approval_kind_check,
  ADD CONSTRAINT approval_kind_check
    CHECK (kind IN ('credit_deposit', 'pay_withdrawal', 'adjust_balance', 'issue_reset_code', 'reset_operator')),
  ADD CONSTRAINT approval_about
    CHECK ((kind = 'reset_operator') = (brand_id IS NULL) AND (kind = 'reset_operator') = (member_id IS NULL)),
  ADD CONSTRAINT approval_operator_reset CHECK (kind <> 'reset_operator' OR coalesce(
    btrim(command ->> 'reason') <> '' AND command ->> 'operator' = subject::text, false));

-- The resets by age, for the operators who count as one person.
CREATE INDEX approval_operator_reset_at ON approval (decided_at) WHERE kind = 'reset_operator' AND state = 'approved';
