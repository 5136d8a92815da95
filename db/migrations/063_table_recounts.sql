-- How far the rounds of a table were drawn again and their results recomputed (docs/decisions/043-shared-rounds.md). Rounds that differed are in
-- redraw_mismatch.
CREATE TABLE table_recount (
  table_id smallint PRIMARY KEY REFERENCES game_table,
  -- Every round up to this number was recounted.
  number int NOT NULL CHECK (number >= 0),
  -- The results that these rounds had, one for each member with a stake: how many, and their stakes and returns together.
  results bigint NOT NULL CHECK (results >= 0),
  staked bigint NOT NULL CHECK (staked >= 0),
  returned bigint NOT NULL CHECK (returned >= 0),
  at timestamptz NOT NULL
);
GRANT SELECT ON table_recount TO baize_app;

-- The changes of what tables take: db/functions/settings/tables.sql.
CREATE INDEX audit_table_limits ON audit (id) WHERE act = 'table.limits';
