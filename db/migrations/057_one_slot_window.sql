-- Whether a member has one slot window at a time: a window of any game that is opened ends the others. Without it only the
-- windows of the same game end (docs/decisions/036-one-slot-window.md).
ALTER TABLE brand ADD COLUMN one_slot_window boolean NOT NULL DEFAULT true;
