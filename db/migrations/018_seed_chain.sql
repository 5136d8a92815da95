-- Seed pairs as a chain: a server seed is committed with its ordinal before its client seed is chosen
-- (docs/decisions/004-a-chain-of-seed-commitments.md). Pairs that began before this migration were drawn in one step with
-- their client seed; they remain valid and are marked.
ALTER TABLE member_seed
  ADD COLUMN ordinal int,
  ADD COLUMN scheme text NOT NULL DEFAULT 'chain' CHECK (scheme IN ('chain', 'old')),
  -- When the client seed joined the committed server seed, and the number of the first round of the pair.
  ADD COLUMN begun_at timestamptz,
  ADD COLUMN first_nonce bigint CHECK (first_nonce >= 0),
  ALTER COLUMN client_seed DROP NOT NULL;

-- A pair without rounds begins where the next pair with rounds does, or at the wallet's next number.
WITH drawn AS (SELECT seed_id, min(nonce) AS nonce FROM round GROUP BY seed_id),
  numbered AS (
    SELECT s.id, row_number() OVER (PARTITION BY s.member_id ORDER BY s.id) AS ordinal,
      coalesce(min(d.nonce) OVER (PARTITION BY s.member_id ORDER BY s.id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING),
        w.nonce, 0) AS first_nonce
    FROM member_seed s LEFT JOIN drawn d ON d.seed_id = s.id LEFT JOIN wallet w USING (member_id))
UPDATE member_seed s SET ordinal = n.ordinal, scheme = 'old', begun_at = s.created_at, first_nonce = n.first_nonce
  FROM numbered n WHERE n.id = s.id;

ALTER TABLE member_seed
  ALTER COLUMN ordinal SET NOT NULL,
  ADD CHECK (ordinal > 0),
  ADD CHECK ((client_seed IS NULL) = (begun_at IS NULL) AND (client_seed IS NULL) = (first_nonce IS NULL)),
  ADD CHECK (revealed_at IS NULL OR begun_at IS NOT NULL),
  ADD CONSTRAINT member_seed_ordinal UNIQUE (member_id, ordinal),
  ADD CONSTRAINT member_seed_commitment UNIQUE (member_id, server_seed_hash);
-- The old scheme used a client seed for several pairs; seed_begin compares with those too.
CREATE UNIQUE INDEX member_seed_client_seed ON member_seed (member_id, client_seed) WHERE scheme = 'chain';
-- At most one seed of a member waits for its client seed.
CREATE UNIQUE INDEX member_seed_waiting ON member_seed (member_id) WHERE client_seed IS NULL;
DROP INDEX member_seed_member;

-- The functions of db/functions/slot/seed-chain.sql are the only writers.
REVOKE INSERT, UPDATE ON member_seed FROM baize_app;
REVOKE UPDATE (revealed_at) ON member_seed FROM baize_app;
