-- What the program read (docs/decisions/028-signed-acts.md): a row may be altered for a moment and put back.

-- The digests of the row before the change, in each form; empty for a new row. Null in changes from before this migration.
ALTER TABLE state_change ADD COLUMN before bytea[];

-- The rights under which an operator acted, as the program read them: `cashier,manager of all`, `cashier of 1,2`.
ALTER TABLE audit ADD COLUMN rights text;
GRANT INSERT (rights) ON audit TO baize_app;
