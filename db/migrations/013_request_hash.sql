-- The hash of what was requested (call, amount, target) has the name it has in the program: the same key with another hash is
-- a conflict.
-- In the order in which transactions lock them.
LOCK TABLE transfer, provider_transaction, journal IN ACCESS EXCLUSIVE MODE;
ALTER TABLE journal RENAME COLUMN ask TO request_hash;
ALTER TABLE provider_transaction RENAME COLUMN ask TO request_hash;
ALTER TABLE transfer RENAME COLUMN ask TO request_hash;
ALTER TYPE ledger_request RENAME ATTRIBUTE ask TO request_hash CASCADE;
