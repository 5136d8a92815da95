-- Rounds of slots that members show to everyone. The id is random, so that it tells neither the round nor its time; a row that was
-- taken back stays, so that its address is never used again. How many a member may share is bounded by the call that shares.
CREATE TABLE public_replay (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of a round that may have moved to the archive, so it has no foreign key.
  round_id uuid NOT NULL,
  member_id bigint NOT NULL REFERENCES member,
  -- Whether it may stand in the lists of the home and of a game; without it only its address shows it.
  listed boolean NOT NULL DEFAULT false,
  shared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_back_at timestamptz
);
CREATE UNIQUE INDEX public_replay_round ON public_replay (round_id) WHERE taken_back_at IS NULL;
CREATE INDEX public_replay_member ON public_replay (member_id, shared_at);
CREATE INDEX public_replay_listed ON public_replay (shared_at) WHERE listed AND taken_back_at IS NULL;
GRANT SELECT, INSERT (round_id, member_id, listed), UPDATE (listed, taken_back_at) ON public_replay TO baize_app;

-- Accounts of the house: those of the demo data, and members who work for the brand. No public list shows their rounds.
ALTER TABLE member ADD COLUMN house boolean NOT NULL DEFAULT false;

-- What an inquiry is about, as its member chose; those from before are of none.
ALTER TABLE help_item ADD COLUMN category text NOT NULL DEFAULT 'other' CHECK (category IN ('money', 'game', 'account', 'other'));
-- How long answers take is measured over the last 30 days.
CREATE INDEX help_item_answered ON help_item (brand_id, replied_at) WHERE state = 'answered';
