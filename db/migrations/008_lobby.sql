-- Favourites, the games played last, and what else the lobby remembers.

-- The games a member marked with the heart. How many one member may mark is bounded by the call that marks them.
CREATE TABLE favourite (
  member_id bigint NOT NULL REFERENCES member,
  game_code text NOT NULL REFERENCES game,
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (member_id, game_code)
);
GRANT SELECT, INSERT, DELETE ON favourite TO baize_app;
