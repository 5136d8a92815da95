-- Each process verifies the newest heads while it runs, which needs the seals of one head: they lie in the order of the heads.
CREATE INDEX journal_seal_head ON journal_seal USING brin (head_id) WITH (pages_per_range = 16, autosummarize = on);
