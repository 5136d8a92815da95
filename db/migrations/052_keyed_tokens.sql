-- The tokens of browsers are hashed under APP_SECRET from now on, with their owner: a row that was inserted with rights on the
-- database alone makes no browser a known one (docs/decisions/028-signed-acts.md). Rows from before prove nothing: every browser is
-- unknown until the next sign-in or proof in it.
DELETE FROM member_device;
DELETE FROM operator_browser;
