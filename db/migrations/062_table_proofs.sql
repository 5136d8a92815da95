-- The rounds of tables are signed from here on (docs/decisions/043-shared-rounds.md): the opening before any placement, and a proof of
-- each round when its betting ended, because its outcome was published or it became void.
ALTER TABLE table_round
  -- The keyed hash of its place, its opening and its close. Null of a round from before.
  ADD COLUMN opening bytea CHECK (octet_length(opening) = 32);

CREATE TABLE table_proof (
  table_id smallint NOT NULL REFERENCES game_table,
  -- Of the round at its table.
  number int NOT NULL CHECK (number > 0),
  round_id uuid NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('dealt', 'void')),
  series_id bigint NOT NULL,
  chain_id int NOT NULL,
  -- The link of the chain that it is drawn from, and its place in the series.
  link int NOT NULL CHECK (link > 0),
  place int NOT NULL CHECK (place >= 0),
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- When the outcome was published or the round became void.
  at timestamptz NOT NULL,
  outcome jsonb,
  -- SHA-256 of all placements.
  bets bytea NOT NULL CHECK (octet_length(bets) = 32),
  -- The keyed hash of all that is above.
  mac bytea NOT NULL CHECK (octet_length(mac) = 32),
  -- The head of the journal that covers it.
  head_id bigint,
  PRIMARY KEY (table_id, number),
  CHECK ((kind = 'dealt') = (outcome IS NOT NULL)),
  CHECK (kind = 'void' OR closed_at IS NOT NULL)
);
CREATE INDEX table_proof_head ON table_proof (head_id);

-- The last round of each table that was not signed yet; a table without a row has none.
CREATE TABLE table_unproven (
  table_id smallint PRIMARY KEY REFERENCES game_table,
  last_number int NOT NULL CHECK (last_number > 0)
);
INSERT INTO table_unproven (table_id, last_number) SELECT table_id, rounds FROM table_state WHERE rounds > 0;

GRANT SELECT ON table_proof, table_unproven TO baize_app;
