-- What was staked and paid in each version of a game: counted with the rounds as they are sealed, so each round once, and by one
-- process at a time (docs/decisions/040-measured-returns.md). Void rounds are not counted: they take no stake.
CREATE TABLE version_count (
  game_version_id smallint PRIMARY KEY REFERENCES game_version,
  rounds bigint NOT NULL CHECK (rounds > 0),
  stake numeric NOT NULL CHECK (stake > 0),
  -- Of the squares of the stakes: the deviation of the total pay follows from it.
  stake_squares numeric NOT NULL CHECK (stake_squares > 0),
  -- Without jackpots.
  pay numeric NOT NULL CHECK (pay >= 0)
);
GRANT SELECT ON version_count TO baize_app;

INSERT INTO version_count (game_version_id, rounds, stake, stake_squares, pay)
  SELECT r.game_version_id, count(*), sum(r.stake::numeric), sum(r.stake::numeric * r.stake), sum(r.pay::numeric)
  FROM round r JOIN (SELECT member_id, max(first_nonce + rounds) AS nonce FROM journal_seal GROUP BY member_id) s
    ON s.member_id = r.member_id AND r.nonce < s.nonce
  WHERE r.units IS NOT NULL GROUP BY r.game_version_id;
