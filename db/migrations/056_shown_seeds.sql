-- A revealed server seed is shown with a keyed hash of it, which the program makes when the database has a signed record of the row
-- (docs/decisions/034-bound-values.md). Null: it was not shown yet.
ALTER TABLE member_seed ADD COLUMN reveal_mac bytea CHECK (reveal_mac IS NULL OR revealed_at IS NOT NULL);
-- The newest record of a pair is compared with its row before its seed is first shown.
CREATE INDEX state_change_of_pair ON state_change (row_key, id) WHERE relation = 'member_seed';
