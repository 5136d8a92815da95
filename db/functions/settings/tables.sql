-- What a table takes, before and after each change, as an act of the transaction that makes it, also one by hand: the books judge each placement by what was
-- in force (docs/decisions/043-shared-rounds.md). A table without such an act always took what it takes.
CREATE OR REPLACE FUNCTION game_table_limits(t game_table) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('chip', t.chips[1]::text, 'most', t.most_stake::text, 'exposure', t.exposure::text)
$$;

CREATE OR REPLACE FUNCTION game_table_dated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit (brand_id, actor_kind, act, subject, detail) VALUES (NEW.brand_id, 'system', 'table.limits', NEW.name,
    jsonb_build_object('table', NEW.id, 'before', game_table_limits(OLD), 'after', game_table_limits(NEW)));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER game_table_is_dated AFTER UPDATE ON game_table FOR EACH ROW WHEN (game_table_limits(NEW) <> game_table_limits(OLD))
  EXECUTE FUNCTION game_table_dated();

REVOKE ALL ON FUNCTION game_table_limits, game_table_dated FROM PUBLIC;
GRANT EXECUTE ON FUNCTION game_table_limits TO ${role.app};
