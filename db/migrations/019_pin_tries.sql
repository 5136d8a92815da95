-- A try at the withdrawal PIN that has no verdict yet. It occupies one of the wrong tries that are left before the lock, so
-- that concurrent guesses at several processes cannot exceed them, but it is no failure: the verdict deletes the row, and a
-- row whose process has ended expires (db/functions/member/pin.sql).
CREATE TABLE pin_try (
  member_id bigint NOT NULL REFERENCES member,
  id uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id)
);
