-- What a round pays in units of its game stands in a column, for the books to recount by: no longer is it read out of the
-- events' text, whose shape belongs to the game.
ALTER TABLE round ADD COLUMN units bigint CHECK (units >= 0);
-- Where the events do not end with a number, 0 is stored, and the books name the round.
UPDATE round SET units = CASE WHEN events IS JSON ARRAY AND events::json -> -1 ->> 'pay' ~ '^[0-9]{1,15}$'
  THEN (events::json -> -1 ->> 'pay')::bigint ELSE 0 END;
ALTER TABLE round ALTER COLUMN units SET NOT NULL;
ALTER TYPE ledger_request ADD ATTRIBUTE units bigint;
