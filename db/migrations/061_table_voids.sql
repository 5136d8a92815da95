-- Two operators make a round of a table void, also one that was settled (docs/decisions/043-shared-rounds.md).
INSERT INTO journal_kind VALUES (20, 'table_void', 'the result of a shared round, taken back because the round was made void');
ALTER TABLE journal DROP CONSTRAINT journal_check, ADD CONSTRAINT journal_check CHECK (
  least(cash, held, in_play, comp, stake, pay) >= 0 AND least(share_mega, share_major, share_minor) > 0 AND kind BETWEEN 1 AND 20);

-- The act is about a round, and so about no one member.
ALTER TABLE approval
  DROP CONSTRAINT approval_kind_check,
  ADD CONSTRAINT approval_kind_check
    CHECK (kind IN ('credit_deposit', 'pay_withdrawal', 'adjust_balance', 'issue_reset_code', 'reset_operator', 'void_round')),
  DROP CONSTRAINT approval_about,
  ADD CONSTRAINT approval_about
    CHECK ((kind = 'reset_operator') = (brand_id IS NULL) AND (kind IN ('reset_operator', 'void_round')) = (member_id IS NULL)),
  ADD CONSTRAINT approval_round_void CHECK (kind <> 'void_round' OR coalesce(
    btrim(command ->> 'reason') <> '' AND command ->> 'round' = subject::text, false));
CREATE INDEX approval_round_void_at ON approval (proposed_at, id) WHERE kind = 'void_round';

ALTER TABLE table_round
  -- When a settled round became void; it keeps its outcome and the time of its settlement.
  ADD COLUMN voided_at timestamptz,
  DROP CONSTRAINT table_round_check1,
  ADD CONSTRAINT table_round_outcome CHECK ((state IN ('open', 'closed') AND outcome IS NULL) OR (state IN ('dealt', 'settled') AND outcome IS NOT NULL)
    OR (state = 'void' AND (outcome IS NULL) = (dealt_at IS NULL))),
  ADD CONSTRAINT table_round_voided CHECK (voided_at IS NULL OR (state = 'void' AND void_reason = 'office' AND dealt_at IS NOT NULL));

-- What a member owes because the cash did not cover a win that was taken back. The account of receivables has the same amount against it.
CREATE TABLE receivable (
  member_id bigint NOT NULL REFERENCES member,
  round_id uuid NOT NULL REFERENCES table_round,
  at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  house_entry_id bigint NOT NULL UNIQUE REFERENCES house_entry,
  PRIMARY KEY (member_id, round_id)
);
CREATE INDEX receivable_round ON receivable (round_id);
GRANT SELECT ON receivable TO baize_app;

-- Members of accounts that may be of one person who bet against each other in a round, one_id being the older account.
CREATE TABLE table_opposite (
  one_id bigint NOT NULL REFERENCES member,
  other_id bigint NOT NULL REFERENCES member,
  round_id uuid NOT NULL REFERENCES table_round,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (one_id, other_id, round_id),
  CHECK (one_id < other_id)
);
CREATE INDEX table_opposite_other ON table_opposite (other_id, one_id);
GRANT SELECT ON table_opposite TO baize_app;
