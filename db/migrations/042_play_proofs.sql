-- Events of play are proven from here on (docs/decisions/031-proofs-of-play.md). Up to which of their events members have
-- some without a proof, booked before; a member without a row has none.
CREATE TABLE play_unproven (
  member_id bigint PRIMARY KEY REFERENCES member,
  last_seq bigint NOT NULL CHECK (last_seq > 0)
);
INSERT INTO play_unproven (member_id, last_seq)
  SELECT member_id, max(seq) FROM journal WHERE kind IN (1, 2, 4, 5, 14) GROUP BY member_id;

GRANT SELECT ON play_unproven TO baize_app;
