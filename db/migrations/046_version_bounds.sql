-- What a round of a version of a game may pay is in the database, for the ledger and the books to hold every round to it
-- (docs/decisions/032-checked-rounds.md): the largest pay in units, jackpots not counted, and the units in a stake.
ALTER TABLE game_version
  ADD COLUMN most_units bigint CHECK (most_units > 0),
  ADD COLUMN units_per_stake int CHECK (units_per_stake > 0),
  -- Since when the version takes no new rounds, and why; it never takes any again.
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_reason text,
  ADD CONSTRAINT game_version_closed_with_reason CHECK ((closed_at IS NULL) = (closed_reason IS NULL));
-- The start of the program fills the versions from before; it has their mathematics. Until then they take no rounds.
ALTER TABLE game_version ADD CONSTRAINT game_version_bounded
  CHECK (most_units IS NOT NULL AND units_per_stake IS NOT NULL) NOT VALID;

-- A round without units is void: its number is used, nothing was staked, and its events say why.
ALTER TABLE round ALTER COLUMN units DROP NOT NULL, ADD CONSTRAINT round_void_pays_nothing CHECK (units IS NOT NULL OR pay = 0);
