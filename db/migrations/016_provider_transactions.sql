-- A provider's own transaction id is a text of at most 64 characters and stands for a key of the journal. Whether a repeated
-- id asks for the same thing is judged by the journal's own request hash, so that the mapping needs none.
ALTER TABLE provider_transaction
  DROP COLUMN request_hash,
  ADD CONSTRAINT provider_transaction_length CHECK (char_length(transaction) BETWEEN 1 AND 64),
  ADD CONSTRAINT provider_transaction_key UNIQUE (provider_id, journal_key);
