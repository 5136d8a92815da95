-- Which transaction wrote a recorded row (docs/decisions/028-signed-acts.md): a row that was altered and put back has another one.

-- xmin of the row after the change, and of the row before it; null where the row is not recorded in that state, for parts of rows, and
-- in changes from before this migration.
ALTER TABLE state_change ADD COLUMN row_xid xid, ADD COLUMN before_xid xid;
