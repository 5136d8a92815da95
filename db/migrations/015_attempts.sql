-- Attempts at the code of a password reset are counted in login_throttle, like attempts at every other secret.
ALTER TABLE password_reset DROP COLUMN tries;
