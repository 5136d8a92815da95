-- Codes for a new password: only an operator who opened the reset issues one, and a second operator has proposed it
-- unless the brand does with one (play-money mode only). The rules are in db/functions/password-reset/.
ALTER TABLE password_reset
  ADD COLUMN opened_by bigint[] NOT NULL DEFAULT '{}',
  -- Whether it was requested in a browser from which the member had signed in; null: requested before this was recorded.
  ADD COLUMN from_known_browser boolean;

-- When a code of the office last set the member's password.
ALTER TABLE member ADD COLUMN password_reset_at timestamptz;
GRANT UPDATE (password_reset_at) ON member TO baize_app;

ALTER TABLE brand
  ADD COLUMN reset_second boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT brand_reset_second CHECK (mode = 'play' OR reset_second);

ALTER TABLE approval
  DROP CONSTRAINT approval_kind_check,
  ADD CONSTRAINT approval_kind_check
    CHECK (kind IN ('credit_deposit', 'pay_withdrawal', 'adjust_balance', 'issue_reset_code'));

-- The resets of a member, for the member's page in the office.
CREATE INDEX password_reset_member ON password_reset (member_id, asked_at) WHERE member_id IS NOT NULL;
