-- Acts and states of rows are signed by the program (docs/decisions/028-signed-acts.md): every transaction that records an
-- act or changes a recorded row has a group, and one signature of it, under a key that is not in the database.

-- The group of the transaction that wrote the row; acts from before have none.
ALTER TABLE audit ADD COLUMN act_group uuid;
CREATE INDEX audit_act_group ON audit (act_group) WHERE act_group IS NOT NULL;

-- The recorded states of rows: the digest of the row of `relation` with that key, null once it is gone. `form` is the list of
-- columns that the digest covers (db/functions/audit/states.sql). The newest one of a row is its state.
CREATE TABLE state_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act_group uuid NOT NULL,
  relation text NOT NULL,
  row_key text NOT NULL,
  form smallint NOT NULL,
  digest bytea
);
CREATE INDEX state_change_act_group ON state_change (act_group);

CREATE TABLE act_signature (
  act_group uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- How many acts and changes the group has.
  acts int NOT NULL CHECK (acts > 0),
  changes int NOT NULL CHECK (changes >= 0),
  -- The key of APP_SECRET that `hash` was computed with.
  key_id text NOT NULL,
  hash bytea NOT NULL
);

GRANT SELECT ON state_change, act_signature TO baize_app;

-- A recorded row's key, and its digest in each form.
CREATE TYPE row_state AS (row_key text, digests bytea[]);

-- Refuse at the commit what is not signed; the message of a refusal is the name of the constraint.
ALTER TABLE audit ADD CONSTRAINT audit_signed_by_program_or_npm_run_change
  FOREIGN KEY (act_group) REFERENCES act_signature DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE state_change ADD CONSTRAINT change_signed_by_program_or_npm_run_change
  FOREIGN KEY (act_group) REFERENCES act_signature DEFERRABLE INITIALLY DEFERRED;
