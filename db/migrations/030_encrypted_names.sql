-- Names of account owners and depositors are encrypted in place (src/server/auth/encrypted-name.ts); rows of before are encrypted in
-- steps while the program runs. A depositor is found by a keyed hash of the whole name.
ALTER TABLE money_request ADD COLUMN depositor_mark bytea;
CREATE INDEX money_request_depositor ON money_request (depositor_mark) WHERE depositor_mark IS NOT NULL;

-- What is still to be encrypted: empty from the first run on.
CREATE INDEX member_person_plain_name ON member_person (member_id) WHERE bank_owner <> '' AND bank_owner NOT LIKE 'encrypted:%';
CREATE INDEX money_request_plain_name ON money_request (member_id)
  WHERE (bank_owner <> '' AND bank_owner NOT LIKE 'encrypted:%') OR (depositor <> '' AND depositor NOT LIKE 'encrypted:%');
