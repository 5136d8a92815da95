-- Shared rounds of table games (docs/decisions/043-shared-rounds.md): members bet on one outcome, which a dealer deals by the clock of the database.
INSERT INTO journal_kind VALUES (19, 'table_result', 'what the stakes of a member in a shared round returned');
ALTER TABLE journal DROP CONSTRAINT journal_check, ADD CONSTRAINT journal_check CHECK (
  least(cash, held, in_play, comp, stake, pay) >= 0 AND least(share_mega, share_major, share_minor) > 0 AND kind BETWEEN 1 AND 19);

-- A table of a brand with its settings, which belong to the owner. Amounts are in 1/10 000 of the unit.
CREATE TABLE game_table (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  game_code text NOT NULL REFERENCES game,
  -- Under which hashes and streams name it.
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9-]{1,60}$'),
  -- From one result to the next close it is never below 5 s: the pace of the table.
  bet_seconds int NOT NULL CHECK (bet_seconds BETWEEN 5 AND 120),
  chips bigint[] NOT NULL CHECK (cardinality(chips) > 0),
  -- Of a spot in a round, of one member. A spot of long odds takes less than the most (src/domain/games/table/table-limits.ts).
  least_stake bigint NOT NULL CHECK (least_stake > 0),
  most_stake bigint NOT NULL CHECK (most_stake >= least_stake),
  -- The most that the platform may owe for the worst outcome of a round, whatever bets are undone.
  exposure bigint NOT NULL CHECK (exposure > 0),
  UNIQUE (brand_id, game_code)
);

-- What the process does that deals at a table.
CREATE TABLE table_state (
  table_id smallint PRIMARY KEY REFERENCES game_table,
  -- The lease of a dealer, an id of a process, by the clock of the database.
  dealer uuid,
  dealer_until timestamptz,
  watched_at timestamptz,
  -- Nothing is due while nobody watches.
  resting boolean NOT NULL DEFAULT true,
  -- The number of the last step and of the last round.
  step int NOT NULL DEFAULT 0,
  rounds int NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- A hash chain: its last link encrypted, its end published before its first salt.
CREATE TABLE table_chain (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id uuid NOT NULL UNIQUE,
  table_id smallint NOT NULL REFERENCES game_table,
  links int NOT NULL CHECK (links BETWEEN 1 AND 100000),
  end_hash bytea NOT NULL UNIQUE CHECK (octet_length(end_hash) = 32),
  seed_encrypted bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX table_chain_table ON table_chain (table_id, id);

-- Rounds in a row that share salts: a shoe, or some rounds of a wheel or dice.
CREATE TABLE table_series (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_id smallint NOT NULL REFERENCES game_table,
  chain_id int NOT NULL REFERENCES table_chain,
  first_link int NOT NULL CHECK (first_link >= 1),
  links int NOT NULL CHECK (links >= 1),
  previous_link bytea NOT NULL CHECK (octet_length(previous_link) = 32),
  phase text NOT NULL CHECK (phase IN ('hashes', 'salts', 'running', 'ended')),
  phase_ends_at timestamptz,
  -- The list of salts as it was published before the first round: entries and late seats.
  salts jsonb,
  revealed bytea[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (chain_id, first_link),
  CHECK ((salts IS NOT NULL) = (phase IN ('running', 'ended'))),
  CHECK ((phase_ends_at IS NOT NULL) = (phase IN ('hashes', 'salts')))
);
CREATE INDEX table_series_table ON table_series (table_id, id);
CREATE UNIQUE INDEX table_series_underway ON table_series (table_id) WHERE phase <> 'ended';

-- Hashes of salts and salts as they arrived, late ones marked by the clock of the database. A seat is one window of a member.
CREATE TABLE table_salt (
  series_id bigint NOT NULL REFERENCES table_series,
  seat text NOT NULL CHECK (seat ~ '^[a-z0-9-]{1,60}$'),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  hash_at timestamptz NOT NULL,
  hash_late boolean NOT NULL,
  salt bytea CHECK (octet_length(salt) = 32),
  salt_at timestamptz,
  salt_late boolean,
  PRIMARY KEY (series_id, seat)
);

CREATE TABLE table_round (
  id uuid PRIMARY KEY,
  table_id smallint NOT NULL REFERENCES game_table,
  number int NOT NULL CHECK (number > 0),
  series_id bigint NOT NULL REFERENCES table_series,
  -- The ordinal of its cards or link in the series, from 0: a void round leaves it to the round after it.
  place int NOT NULL CHECK (place >= 0),
  state text NOT NULL CHECK (state IN ('open', 'closed', 'dealt', 'settled', 'void')),
  dealer uuid NOT NULL,
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  closed_at timestamptz,
  dealt_at timestamptz,
  -- When it was settled or became void.
  ended_at timestamptz,
  outcome jsonb,
  void_reason text CHECK (void_reason IN ('interrupted', 'office')),
  UNIQUE (table_id, number),
  CHECK ((state = 'void') = (void_reason IS NOT NULL)),
  CHECK ((state IN ('dealt', 'settled')) = (outcome IS NOT NULL)),
  CHECK ((state IN ('settled', 'void')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX table_round_underway ON table_round (table_id) WHERE state IN ('open', 'closed', 'dealt');
CREATE UNIQUE INDEX table_round_place ON table_round (series_id, place);
CREATE INDEX table_round_series ON table_round (series_id, number);

-- The spots of a placement; its money is in the journal, under the same key.
CREATE TABLE table_bet (
  member_id bigint NOT NULL,
  request_id uuid NOT NULL,
  round_id uuid NOT NULL REFERENCES table_round,
  at timestamptz NOT NULL,
  -- Codes with stakes, by code: banker:200000 tie:100000. The proof of the event covers this text.
  spots text NOT NULL CHECK (spots ~ '^[a-z0-9-]+:[0-9]+( [a-z0-9-]+:[0-9]+)*$'),
  stake bigint NOT NULL CHECK (stake > 0),
  undone_at timestamptz,
  PRIMARY KEY (member_id, request_id)
);
CREATE INDEX table_bet_round ON table_bet (round_id, member_id);

-- What a table announced, numbered; old ones are removed.
CREATE TABLE table_step (
  table_id smallint NOT NULL REFERENCES game_table,
  number int NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('series', 'opened', 'closed', 'dealt', 'settled', 'void', 'resting')),
  round_id uuid,
  series_id bigint,
  -- Of a step of a series: as it was then.
  phase text,
  phase_ends_at timestamptz,
  PRIMARY KEY (table_id, number)
);

GRANT SELECT ON game_table, table_state, table_chain, table_series, table_salt, table_round, table_bet, table_step TO baize_app;
