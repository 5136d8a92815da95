-- The series of tables are signed from here on (docs/decisions/043-shared-rounds.md): where each begins, which salts it lists, and that its
-- rounds are complete, before a link is published by it.
CREATE TABLE series_proof (
  table_id smallint NOT NULL REFERENCES game_table,
  -- Of the records of a table, without a gap: three of each series.
  number int NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind = (ARRAY['ended', 'begun', 'listed'])[number % 3 + 1]),
  chain_id int NOT NULL,
  first_link int NOT NULL CHECK (first_link > 0),
  previous_link bytea NOT NULL CHECK (octet_length(previous_link) = 32),
  -- SHA-256 of the list of salts, from its publication on.
  salts bytea CHECK (octet_length(salts) = 32),
  -- How many rounds the series had when it ended.
  rounds int CHECK (rounds > 0),
  at timestamptz NOT NULL,
  -- The keyed hash of all that is above.
  mac bytea NOT NULL CHECK (octet_length(mac) = 32),
  -- The head of the journal that covers it.
  head_id bigint,
  PRIMARY KEY (table_id, number),
  UNIQUE (chain_id, first_link, kind),
  CHECK ((salts IS NULL) = (kind = 'begun')),
  CHECK ((rounds IS NOT NULL) = (kind = 'ended'))
);
CREATE INDEX series_proof_head ON series_proof (head_id);

-- The last series and the last round of each table from before; a table without a row has none.
CREATE TABLE series_unproven (
  table_id smallint PRIMARY KEY REFERENCES game_table,
  last_series bigint NOT NULL CHECK (last_series > 0),
  last_round int NOT NULL CHECK (last_round >= 0)
);
INSERT INTO series_unproven (table_id, last_series, last_round)
  SELECT q.table_id, max(q.id), coalesce((SELECT max(r.number) FROM table_round r WHERE r.table_id = q.table_id), 0) FROM table_series q GROUP BY q.table_id;

-- The keyed hash of when a round ended and how. Null of a round from before, and while it has not ended.
ALTER TABLE table_round ADD COLUMN ending bytea CHECK (octet_length(ending) = 32);

GRANT SELECT ON series_proof, series_unproven TO baize_app;

-- The newest recorded change of such a row (src/server/db/recorded-row.ts).
CREATE INDEX state_change_series_unproven ON state_change (relation, row_key, id) WHERE relation = 'series_unproven';
