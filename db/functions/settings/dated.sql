-- The settings that money depends on, with the time from which each holds: level of a member, turnover of a brand, share and
-- reserve of a jackpot tier, whether a game is linked to the jackpots. Triggers on their tables add a row for each change and
-- an audit row with it, in the transaction of the change (docs/decisions/026-dated-settings.md), so that the books can
-- recompute every event after it.
CREATE OR REPLACE FUNCTION dated_setting_add(p_kind text, p_subject text, p_value bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s dated_setting;
BEGIN
  INSERT INTO dated_setting (kind, subject, value) VALUES (p_kind, p_subject, p_value) RETURNING * INTO s;
  INSERT INTO audit (actor_kind, act, subject, detail) VALUES ('system', 'setting.dated', p_kind || ' ' || p_subject, to_jsonb(s));
END
$$;

CREATE OR REPLACE FUNCTION member_level_dated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM dated_setting_add('level', NEW.id::text, NEW.level);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION brand_turnover_dated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM dated_setting_add('turnover', NEW.id::text, NEW.turnover_ppm);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION game_link_dated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM dated_setting_add('jackpot_link', NEW.code, NEW.jackpot_linked::int);
  RETURN NULL;
END
$$;

-- A closed tier takes no share.
CREATE OR REPLACE FUNCTION jackpot_tier_dated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.open::int * NEW.share_ppm <> OLD.open::int * OLD.share_ppm THEN
    PERFORM dated_setting_add('jackpot_share', NEW.tier, NEW.open::int * NEW.share_ppm);
  END IF;
  IF NEW.reserve_ppm <> OLD.reserve_ppm THEN
    PERFORM dated_setting_add('jackpot_reserve', NEW.tier, NEW.reserve_ppm);
  END IF;
  RETURN NULL;
END
$$;

-- Comp rates are dated themselves and final; one audit row holds the rates that one statement adds.
CREATE OR REPLACE FUNCTION comp_rate_audited() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit (actor_kind, act, subject, detail)
    SELECT 'system', 'comp-rate.set', '', jsonb_build_object('rates', jsonb_agg(to_jsonb(r))) FROM added r HAVING count(*) > 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER member_level_is_dated AFTER UPDATE OF level ON member FOR EACH ROW WHEN (NEW.level <> OLD.level)
  EXECUTE FUNCTION member_level_dated();
CREATE OR REPLACE TRIGGER member_level_begins AFTER INSERT ON member FOR EACH ROW WHEN (NEW.level <> 1)
  EXECUTE FUNCTION member_level_dated();
CREATE OR REPLACE TRIGGER brand_turnover_is_dated AFTER UPDATE OF turnover_ppm ON brand FOR EACH ROW
  WHEN (NEW.turnover_ppm <> OLD.turnover_ppm) EXECUTE FUNCTION brand_turnover_dated();
CREATE OR REPLACE TRIGGER brand_turnover_begins AFTER INSERT ON brand FOR EACH ROW WHEN (NEW.turnover_ppm <> 0)
  EXECUTE FUNCTION brand_turnover_dated();
CREATE OR REPLACE TRIGGER game_link_is_dated AFTER UPDATE OF jackpot_linked ON game FOR EACH ROW
  WHEN (NEW.jackpot_linked <> OLD.jackpot_linked) EXECUTE FUNCTION game_link_dated();
CREATE OR REPLACE TRIGGER game_link_begins AFTER INSERT ON game FOR EACH ROW WHEN (NEW.jackpot_linked)
  EXECUTE FUNCTION game_link_dated();
CREATE OR REPLACE TRIGGER jackpot_tier_is_dated AFTER UPDATE ON jackpot_tier FOR EACH ROW EXECUTE FUNCTION jackpot_tier_dated();
CREATE OR REPLACE TRIGGER comp_rate_is_audited AFTER INSERT ON comp_rate REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION comp_rate_audited();

CREATE OR REPLACE TRIGGER comp_rate_is_final BEFORE UPDATE OR DELETE ON comp_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER comp_rate_is_whole BEFORE TRUNCATE ON comp_rate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER dated_setting_is_final BEFORE UPDATE OR DELETE ON dated_setting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER dated_setting_is_whole BEFORE TRUNCATE ON dated_setting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION dated_setting_add, member_level_dated, brand_turnover_dated, game_link_dated, jackpot_tier_dated,
  comp_rate_audited FROM PUBLIC;
