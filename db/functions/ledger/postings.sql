-- Double entry, derived: every leg of every event. The legs of an event sum to zero by construction, because the contra
-- leg balances the member's. The contra account of comp is comp cost; shares go from gaming (the contra account) to
-- their pool. The legs are a UNION ALL: PostgreSQL prepares the expressions of a VALUES list anew for each event, which took
-- five times as long for all of a journal.
CREATE OR REPLACE VIEW posting AS
  SELECT j.member_id, j.seq, j.at, leg.owner, leg.leg, leg.account_id, leg.amount
  FROM journal j
  JOIN wallet w USING (member_id)
  JOIN account cost ON cost.brand_id = w.brand_id AND cost.class = 'comp_cost' AND cost.reference = ''
  CROSS JOIN LATERAL (
    SELECT 'member' AS owner, 'cash' AS leg, NULL::int AS account_id, j.d_cash AS amount
    UNION ALL SELECT 'member', 'held', NULL, j.d_held
    UNION ALL SELECT 'member', 'in_play', NULL, j.d_in_play
    UNION ALL SELECT 'member', 'comp', NULL, j.d_comp
    UNION ALL SELECT 'house', 'contra', j.contra_id, -(j.d_cash + j.d_held + j.d_in_play)
    UNION ALL SELECT 'house', 'comp_cost', cost.id, -j.d_comp
    UNION ALL SELECT 'house', 'share', j.contra_id, -(coalesce(j.share_mega, 0) + coalesce(j.share_major, 0) + coalesce(j.share_minor, 0))
    UNION ALL SELECT 'house', 'mega', (SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = 'mega'), j.share_mega
    UNION ALL SELECT 'house', 'major', (SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = 'major'), j.share_major
    UNION ALL SELECT 'house', 'minor', (SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = 'minor'), j.share_minor
  ) leg
  WHERE leg.amount <> 0
  UNION ALL
  -- What the next pool of a jackpot begins with, of its reserve and of the account that founded it.
  SELECT h.member_id, h.seq, h.at, 'house', side.leg, side.account_id, side.amount
  FROM jackpot_hit h
  JOIN account pool ON pool.brand_id IS NULL AND pool.class = 'jackpot_pool' AND pool.reference = h.tier
  JOIN account reserve ON reserve.brand_id IS NULL AND reserve.class = 'jackpot_reserve' AND reserve.reference = h.tier
  CROSS JOIN LATERAL (VALUES ('reserve', reserve.id, -h.reserve), ('reseed', h.reseed_from, -h.reseed), ('next', pool.id, h.reserve + h.reseed))
    side (leg, account_id, amount)
  WHERE side.amount <> 0
  UNION ALL
  SELECT NULL, h.id, h.at, 'house', side.leg, side.account_id, side.amount
  FROM house_entry h
  CROSS JOIN LATERAL (VALUES ('from', h.from_id, -h.amount), ('to', h.to_id, h.amount)) side (leg, account_id, amount);

GRANT SELECT ON posting TO ${role.app};
