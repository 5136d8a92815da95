-- Second factors of operators: codes of an authenticator app, passkeys, and recovery codes.
CREATE TABLE operator_factor (
  id uuid PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator,
  kind text NOT NULL CHECK (kind IN ('totp', 'passkey')),
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 60),
  -- The session in which an enrolment was begun; null once it is finished.
  begun_in bigint UNIQUE REFERENCES operator_session,
  -- Authenticator app: the encrypted secret, and the last step of 30 s whose code was accepted. A code is good once.
  key_id text,
  secret_sealed bytea,
  last_step bigint,
  -- Passkey: as the browser registered it; the counter grows with each use, or stays 0.
  credential_id text UNIQUE,
  public_key bytea,
  counter bigint,
  transports text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CHECK ((kind = 'totp') = (secret_sealed IS NOT NULL)),
  CHECK ((secret_sealed IS NULL) = (key_id IS NULL)),
  CHECK ((kind = 'passkey') = (credential_id IS NOT NULL AND public_key IS NOT NULL AND counter IS NOT NULL))
);
CREATE INDEX operator_factor_operator ON operator_factor (operator_id);

-- Each is good once. Codes count from their confirmation on.
CREATE TABLE operator_recovery_code (
  operator_id bigint NOT NULL REFERENCES operator,
  code_hash bytea NOT NULL,
  confirmed_at timestamptz,
  used_at timestamptz,
  PRIMARY KEY (operator_id, code_hash)
);

-- factor_at: the last proof of the second factor; null: the session is limited. factor_acts: how many acts of their own
-- it still allows. recovered_at: a recovery code was used, so the session must enrol. challenge: of a passkey, good once.
ALTER TABLE operator_session
  ADD COLUMN factor_at timestamptz,
  ADD COLUMN factor_acts int NOT NULL DEFAULT 0 CHECK (factor_acts >= 0),
  ADD COLUMN recovered_at timestamptz,
  ADD COLUMN challenge text,
  ADD COLUMN challenged_at timestamptz;

-- The demo world's operators, whose passwords are published, sign in without a second factor. Only the demo data have its
-- domain. The application may not change the mark of an operator.
ALTER TABLE operator ADD COLUMN demo boolean NOT NULL DEFAULT false;
UPDATE operator SET demo = true
  WHERE login IN ('manager', 'cashier', 'support', 'editor', 'auditor') AND roles = ARRAY[login]
    AND EXISTS (SELECT FROM brand_domain WHERE domain = 'nocturne.localhost');
REVOKE UPDATE ON operator FROM baize_app;
GRANT UPDATE (name, password_hash, roles, brand_ids, active) ON operator TO baize_app;

GRANT SELECT, INSERT, DELETE, UPDATE (name, begun_in, last_step, counter, last_used_at) ON operator_factor TO baize_app;
GRANT SELECT, INSERT, DELETE, UPDATE (confirmed_at, used_at) ON operator_recovery_code TO baize_app;

-- A block of the office: until when (null: until it is lifted), and who set it when.
ALTER TABLE member
  ADD COLUMN blocked_until timestamptz,
  ADD COLUMN blocked_at timestamptz,
  ADD COLUMN blocked_by bigint REFERENCES operator;
CREATE INDEX member_block_end ON member (blocked_until) WHERE status = 'blocked' AND blocked_until IS NOT NULL;
GRANT UPDATE (blocked_until, blocked_at, blocked_by) ON member TO baize_app;
