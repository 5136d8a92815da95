-- Spins are proven from here on, like other events of play (docs/decisions/031-proofs-of-play.md). The number of the last event of
-- each member that had played before; a member without a row has no spin without a proof.
CREATE TABLE spin_unproven (
  member_id bigint PRIMARY KEY REFERENCES member,
  last_seq bigint NOT NULL CHECK (last_seq > 0)
);
INSERT INTO spin_unproven (member_id, last_seq)
  SELECT member_id, seq FROM wallet WHERE nonce > 0;

GRANT SELECT ON spin_unproven TO baize_app;
