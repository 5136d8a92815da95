-- The journal is sealed behind the bets (docs/decisions/024-sealed-journal.md): the rows of each member, pass by pass, and
-- after each pass a head that joins all seals so far, keyed with a key that is not in the database.

-- The chain's end after each pass. Number 0 is where it begins: rows from before its time were there before sealing was.
CREATE TABLE journal_head (
  id bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  -- The key of APP_SECRET that `hash` was computed with.
  key_id text NOT NULL,
  -- The seals of this pass, and the events of all passes up to it.
  seals int NOT NULL CHECK (seals >= 0),
  events bigint NOT NULL CHECK (events >= 0),
  hash bytea NOT NULL
);
-- The head of a day is the last one before the day's end.
CREATE INDEX journal_head_at ON journal_head (at);
INSERT INTO journal_head (id, at, key_id, seals, events, hash) VALUES (0, clock_timestamp(), '', 0, 0, '');

-- The events after_seq + 1 to last_seq of a member, and the rounds of those events: `rounds` from number first_nonce on.
CREATE TABLE journal_seal (
  member_id bigint NOT NULL,
  after_seq bigint NOT NULL CHECK (after_seq >= 0),
  last_seq bigint NOT NULL CHECK (last_seq > after_seq),
  first_nonce bigint NOT NULL,
  head_id bigint NOT NULL,
  rounds int NOT NULL CHECK (rounds >= 0),
  digest bytea NOT NULL,
  -- Two passes that would seal the same events at once conflict here.
  PRIMARY KEY (member_id, after_seq)
);

-- Up to which event each member is sealed: what the newest seal says, where a pass finds it without a search.
CREATE TABLE journal_sealed (
  member_id bigint PRIMARY KEY,
  seq bigint NOT NULL,
  nonce bigint NOT NULL
) WITH (fillfactor = 50);

GRANT SELECT ON journal_head, journal_seal, journal_sealed TO baize_app;

-- The end of the journal's heads as each run of the books saw it.
ALTER TABLE book_run ADD COLUMN head_id bigint, ADD COLUMN head_hash bytea, ADD CHECK ((head_id IS NULL) = (head_hash IS NULL));

-- The heads of the audit are read by day; its rows lie in the order of their time.
CREATE INDEX audit_at ON audit USING brin (at) WITH (pages_per_range = 16, autosummarize = on);
