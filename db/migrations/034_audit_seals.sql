-- Heads of the journal's seals also cover the end of the audit's chain as it was at that moment
-- (docs/decisions/024-sealed-journal.md). Heads from before cover none of it: null.
ALTER TABLE journal_head ADD COLUMN audit_seq bigint, ADD COLUMN audit_hash bytea,
  ADD CHECK ((audit_seq IS NULL) = (audit_hash IS NULL)), ADD CHECK (audit_seq >= 0);
