-- The office lists the rounds of a day, of all tables.
CREATE INDEX table_round_opened ON table_round (opened_at, id);
