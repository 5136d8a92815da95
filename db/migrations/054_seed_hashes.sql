-- Whether a server seed is secret in any row is found by its hash before it is shown (docs/decisions/034-bound-values.md).
CREATE INDEX member_seed_secret ON member_seed (server_seed_hash) WHERE revealed_at IS NULL;
