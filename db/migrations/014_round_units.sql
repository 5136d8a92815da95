-- What a round pays in units of its game stands in a column, for the books to recount by: no longer is it read out of the
-- events' text, whose shape belongs to the game.
ALTER TABLE round ADD COLUMN units bigint CHECK (units >= 0);
UPDATE round SET units = (events::json -> -1 ->> 'pay')::bigint;
ALTER TABLE round ALTER COLUMN units SET NOT NULL;
ALTER TYPE ledger_request ADD ATTRIBUTE units bigint;
