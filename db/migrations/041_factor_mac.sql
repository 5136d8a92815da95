-- What a session of the office states of its operator's second factor counts only with a keyed hash of it, which the
-- database cannot make (docs/decisions/028-signed-acts.md).
ALTER TABLE operator_session ADD COLUMN factor_mac bytea;
