-- Rounds that a member plays alone against the dealer, with decisions (docs/decisions/046-seat-rounds.md).
CREATE TABLE seat_round (
  id uuid PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  -- The member's round number, of one sequence with the rounds of slots: the cards are drawn from it and the seed pair.
  nonce bigint NOT NULL CHECK (nonce >= 0),
  seed_id bigint NOT NULL REFERENCES member_seed,
  game_version_id smallint NOT NULL REFERENCES game_version,
  at timestamptz NOT NULL,
  -- The key of the event that put the first stake in play.
  request_id uuid NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  state text NOT NULL CHECK (state IN ('open', 'settled', 'void')),
  -- How many decisions were taken, and all stakes so far.
  decisions int NOT NULL DEFAULT 0 CHECK (decisions >= 0),
  staked bigint NOT NULL CHECK (staked >= stake),
  -- Until when the next decision is taken, by the clock of the database.
  decide_by timestamptz NOT NULL,
  -- What is left of the round takes the default: a decision came too late, or the member was restricted.
  defaulted boolean NOT NULL DEFAULT false,
  returned bigint CHECK (returned >= 0),
  ended_at timestamptz,
  void_reason text CHECK (void_reason IN ('no-result', 'wrong-result', 'lost-key')),
  UNIQUE (member_id, nonce),
  CHECK ((state = 'open') = (ended_at IS NULL)),
  CHECK ((state = 'settled') = (returned IS NOT NULL)),
  CHECK ((state = 'void') = (void_reason IS NOT NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX seat_round_open ON seat_round (member_id) WHERE state = 'open';
CREATE INDEX seat_round_due ON seat_round (decide_by) WHERE state = 'open';
CREATE INDEX seat_round_at ON seat_round (at, id);

-- The decisions of a round in their order; each is a bet of the journal under the same key, of stake 0 where it adds nothing.
CREATE TABLE seat_decision (
  round_id uuid NOT NULL REFERENCES seat_round,
  number int NOT NULL CHECK (number > 0),
  member_id bigint NOT NULL,
  request_id uuid NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z]{1,20}$'),
  stake bigint NOT NULL CHECK (stake >= 0),
  PRIMARY KEY (round_id, number),
  UNIQUE (member_id, request_id)
);

GRANT SELECT ON seat_round, seat_decision TO baize_app;
