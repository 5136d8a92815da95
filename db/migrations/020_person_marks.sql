-- Keyed hashes by which accounts of one person are found, over all brands of the installation: telephone, bank account, name
-- with birth date, browser. A hash reveals nothing without APP_SECRET, and it outlives the personal data while an exclusion
-- of its member is in force.

CREATE TABLE person_mark (
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  member_id bigint NOT NULL REFERENCES member,
  kind text NOT NULL CHECK (kind IN ('phone', 'account', 'person', 'device')),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (hash, member_id)
);
CREATE INDEX person_mark_member ON person_mark (member_id);

-- The keys that hashes were made with. Without one of them a member's hashes would match nobody, so the program refuses to start.
CREATE TABLE person_mark_key (
  key_id text PRIMARY KEY,
  -- The hash of a fixed text: shows that the key is still the same.
  proof bytea NOT NULL
);

-- The newest key under which the row's present values are hashed; null: not yet, or they changed since.
ALTER TABLE member_person ADD COLUMN marked_key text;
CREATE INDEX member_person_marked ON member_person (marked_key) WHERE erased_at IS NULL;
CREATE INDEX member_person_erased ON member_person (member_id) WHERE erased_at IS NOT NULL;

-- The operator who approved a registration although other accounts may be of the same person.
ALTER TABLE member ADD COLUMN duplicates_confirmed_by bigint REFERENCES operator;
-- Where a visitor may ask whose registration cannot be completed online: an address, a telephone number or a link.
ALTER TABLE brand ADD COLUMN contact text NOT NULL DEFAULT '' CHECK (char_length(contact) <= 200);

-- Hashes are added only; those of erased persons are removed by a function of the owner.
GRANT SELECT, INSERT ON person_mark, person_mark_key TO baize_app;
GRANT UPDATE (duplicates_confirmed_by) ON member TO baize_app;
