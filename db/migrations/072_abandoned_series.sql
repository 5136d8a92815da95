-- A series whose chain is under a lost key ends without its links (docs/decisions/043-shared-rounds.md): its third record is 'abandoned', also before its first round.
ALTER TABLE series_proof
  DROP CONSTRAINT series_proof_check,
  DROP CONSTRAINT series_proof_check2,
  DROP CONSTRAINT series_proof_rounds_check,
  ADD CONSTRAINT series_proof_kinds CHECK (kind = (ARRAY['ended', 'begun', 'listed'])[number % 3 + 1] OR (kind = 'abandoned' AND number % 3 = 0)),
  ADD CONSTRAINT series_proof_counts CHECK ((rounds IS NOT NULL) = (kind IN ('ended', 'abandoned'))),
  ADD CONSTRAINT series_proof_rounds CHECK (rounds > 0 OR (rounds = 0 AND kind = 'abandoned'));
