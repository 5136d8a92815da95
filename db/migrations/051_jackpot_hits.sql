-- Jackpots are paid by the statement that books the round (docs/decisions/035-jackpots.md). A hit is a row: what its pool paid, and
-- what the next pool begins with.
CREATE TABLE jackpot_hit (
  round_id uuid PRIMARY KEY,
  tier text NOT NULL CHECK (tier IN ('mega', 'major', 'minor')),
  -- The hits of a tier are counted without a gap.
  ordinal int NOT NULL CHECK (ordinal > 0),
  -- The event of the journal that paid it.
  member_id bigint NOT NULL,
  seq bigint NOT NULL CHECK (seq > 1),
  at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0 AND amount % 10000 = 0),
  -- What the next pool begins with: the part of a unit that the amount leaves, the reserve, and what the platform adds.
  kept bigint NOT NULL CHECK (kept BETWEEN 0 AND 9999),
  reserve bigint NOT NULL CHECK (reserve >= 0),
  reseed bigint NOT NULL CHECK (reseed >= 0),
  -- The account that pays what the platform adds: the one that founded the tier.
  reseed_from int NOT NULL REFERENCES account,
  UNIQUE (tier, ordinal),
  UNIQUE (member_id, seq)
);
GRANT SELECT ON jackpot_hit TO baize_app;

-- The tiers that a round of the version can hit.
ALTER TABLE game_version ADD COLUMN jackpots text[] NOT NULL DEFAULT '{}' CHECK (jackpots <@ ARRAY['mega', 'major', 'minor']);

-- Since when no round that can hit the tier begins; its pool stays.
ALTER TABLE jackpot_tier ADD COLUMN closed_at timestamptz, ADD CONSTRAINT jackpot_tier_closed_when_founded CHECK (open OR closed_at IS NULL);

-- The tier that a round hit, and what it was paid.
ALTER TYPE ledger_request ADD ATTRIBUTE jackpot text;
ALTER TYPE ledger_outcome ADD ATTRIBUTE jackpot bigint;
