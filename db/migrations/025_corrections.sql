-- Corrections of a balance by two operators, and issues of play money by the platform. The rules are in
-- db/functions/ledger/signed.sql and db/functions/approval/.
ALTER TABLE approval
  DROP CONSTRAINT approval_kind_check,
  ADD CONSTRAINT approval_kind_check CHECK (kind IN ('credit_deposit', 'pay_withdrawal', 'adjust_balance')),
  -- Of a correction the subject is the member's public id, so that a member has one open correction at most.
  ADD CONSTRAINT approval_correction CHECK (kind <> 'adjust_balance' OR coalesce(
    command ->> 'account' IN ('cash', 'comp') AND (command ->> 'amount')::numeric <> 0
      AND btrim(command ->> 'reason') <> '' AND command ->> 'member' = subject::text, false));

-- Corrections by member and by age.
CREATE INDEX approval_correction_of ON approval (member_id, decided_at) WHERE kind = 'adjust_balance';
CREATE INDEX approval_correction_at ON approval (proposed_at, id) WHERE kind = 'adjust_balance';

-- An issue of play money is named by one audit row: the member and the key of the journal row.
CREATE UNIQUE INDEX audit_issue ON audit (subject, (detail ->> 'key')) WHERE act = 'money.issue';

-- Play money issued before is recorded once; the rows are chained like all others.
INSERT INTO audit (brand_id, actor_kind, act, subject, detail)
SELECT m.brand_id, 'system', 'money.issue', m.public_id::text, jsonb_build_object('key', j.key, 'recorded', 'upgrade',
  'cash', trim_scale(j.d_cash::numeric / 10000)::text, 'comp', trim_scale(j.d_comp::numeric / 10000)::text)
FROM journal j JOIN member m ON m.id = j.member_id WHERE j.kind = 12;
