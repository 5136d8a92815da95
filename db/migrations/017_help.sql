-- A repeated inquiry is recognised by its request id. The reply to a request for the deposit account is stored as data
-- and worded in the reader’s language; `reply` then holds the operator's addition only.
ALTER TABLE help_item
  ADD COLUMN request_id uuid,
  ADD COLUMN account_reply jsonb,
  ADD CONSTRAINT help_item_account_reply CHECK (
    account_reply IS NULL OR (kind = 'account' AND state = 'answered'
      AND account_reply ?& ARRAY['depositAccount', 'referenceCode', 'mode']));
CREATE UNIQUE INDEX help_item_request ON help_item (member_id, request_id) WHERE request_id IS NOT NULL;
