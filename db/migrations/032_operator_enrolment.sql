-- An operator whose factors were reset signs in with a code that was shown once, and sets a new password with it: until then
-- the old password opens nothing. Written by db/functions/operator/ only.
CREATE TABLE operator_enrolment (
  operator_id bigint PRIMARY KEY REFERENCES operator,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  -- null: made on the machine, by npm run operator.
  made_by bigint REFERENCES operator
);
GRANT SELECT ON operator_enrolment TO baize_app;

-- The browsers in which an operator has proven the second factor. Wrong codes there are counted apart from those of strangers.
CREATE TABLE operator_browser (
  token_hash bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator,
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX operator_browser_operator ON operator_browser (operator_id);
GRANT SELECT, INSERT, DELETE, UPDATE (last_seen_at) ON operator_browser TO baize_app;
