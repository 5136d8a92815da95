-- A passkey counts only with a keyed hash over its operator, credential and public key, which the database cannot make
-- (docs/decisions/029-bound-hashes.md). The owner's start fills in those from before.
ALTER TABLE operator_factor ADD COLUMN passkey_mac text;
