-- What money depends on, with the time from which it holds (docs/decisions/026-dated-settings.md). Before this migration
-- these settings had no history, so events before it cannot be recomputed: the books do so from `migration.applied_at` on.
-- Waits for spins that are adding to the jackpots, so that the reserves recorded here are those before that time.
LOCK TABLE jackpot_shard, jackpot_tier, comp_rate IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE dated_setting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `reserve_before`: the money in a tier's reserve when its history begins.
  kind text NOT NULL CHECK (kind IN ('level', 'turnover', 'jackpot_share', 'jackpot_reserve', 'jackpot_link', 'reserve_before')),
  -- A member's or brand's id, a tier, a game's code.
  subject text NOT NULL,
  -- A level, parts per million, 1 or 0, an amount.
  value bigint NOT NULL,
  effective_from timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX dated_setting_subject ON dated_setting (kind, subject, effective_from);
GRANT SELECT ON dated_setting TO baize_app;

WITH added AS (
  INSERT INTO dated_setting (kind, subject, value)
  SELECT 'level', id::text, level FROM member WHERE level <> 1
  UNION ALL SELECT 'turnover', id::text, turnover_ppm FROM brand WHERE turnover_ppm <> 0
  UNION ALL SELECT 'jackpot_link', code, 1 FROM game WHERE jackpot_linked
  UNION ALL SELECT 'jackpot_share', tier, share_ppm FROM jackpot_tier WHERE open
  UNION ALL SELECT 'jackpot_reserve', tier, reserve_ppm FROM jackpot_tier WHERE reserve_ppm <> 0
  UNION ALL SELECT 'reserve_before', tier, sum(reserve) FROM jackpot_shard GROUP BY tier HAVING sum(reserve) > 0
  RETURNING *
)
INSERT INTO audit (actor_kind, act, subject, detail)
  SELECT 'system', 'setting.dated', kind || ' ' || subject, to_jsonb(added) FROM added;
INSERT INTO audit (actor_kind, act, detail)
  SELECT 'system', 'comp-rate.set', jsonb_build_object('rates', jsonb_agg(to_jsonb(r))) FROM comp_rate r HAVING count(*) > 0;
