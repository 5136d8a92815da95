-- Two operators make a round with decisions void, also one that was settled (docs/decisions/046-seat-rounds.md).
ALTER TABLE seat_round
  -- When a settled round became void; it keeps what it returned and the time of its settlement.
  ADD COLUMN voided_at timestamptz,
  DROP CONSTRAINT seat_round_void_reason_check,
  ADD CONSTRAINT seat_round_void_reason_check CHECK (void_reason IN ('no-result', 'wrong-result', 'lost-key', 'office')),
  DROP CONSTRAINT seat_round_check2,
  ADD CONSTRAINT seat_round_result CHECK ((state = 'settled' OR voided_at IS NOT NULL) = (returned IS NOT NULL)),
  ADD CONSTRAINT seat_round_voided CHECK (voided_at IS NULL OR (state = 'void' AND void_reason = 'office'));

-- The round is one of a table or one with decisions; the books compare both with it.
ALTER TABLE receivable DROP CONSTRAINT receivable_round_id_fkey;
