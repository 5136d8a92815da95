-- The deposit account with the name of its bank as data, to be worded in the reader's language. It replaces the free text of
-- `deposit_account`, which brands without a bank keep.
ALTER TABLE brand
  ADD COLUMN deposit_bank text,
  ADD COLUMN deposit_number text,
  ADD COLUMN deposit_owner text,
  ADD CONSTRAINT brand_deposit_bank CHECK (
    num_nulls(deposit_bank, deposit_number, deposit_owner) = 3
    OR (num_nulls(deposit_bank, deposit_number, deposit_owner) = 0 AND deposit_account = ''));
