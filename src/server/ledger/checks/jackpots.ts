import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** Checks of the jackpots' money. */
export const jackpotChecks: readonly SqlCheck[] = [
  {
    name: 'jackpots',
    description:
      'The shards hold the money that went into pools and reserves and has not been paid; an open tier was founded once, with the money its next pool begins with.',
    sql: `SELECT t.tier AS subject, format('shards %s, accounts %s', s.money, coalesce(p.money, 0)) AS detail
      FROM jackpot_tier t
      JOIN (SELECT tier, sum(pool + reserve) AS money FROM jackpot_shard GROUP BY tier) s USING (tier)
      LEFT JOIN (SELECT a.reference AS tier, sum(legs.money) AS money FROM (
          SELECT contra_id AS account_id, -(d_cash + d_held + d_in_play) AS money FROM journal WHERE kind = ${kinds('jackpot')}
          UNION ALL SELECT a.id, sum(CASE a.reference WHEN 'mega' THEN j.share_mega WHEN 'major' THEN j.share_major
              ELSE j.share_minor END) FROM journal j, account a
            WHERE a.class = 'jackpot_pool' AND coalesce(j.share_mega, j.share_major, j.share_minor) IS NOT NULL GROUP BY a.id
          UNION ALL SELECT from_id, -amount FROM house_entry
          UNION ALL SELECT to_id, amount FROM house_entry) legs
        JOIN account a ON a.id = legs.account_id AND a.class IN ('jackpot_pool', 'jackpot_reserve') GROUP BY a.reference) p
      USING (tier)
      WHERE s.money <> coalesce(p.money, 0)
      UNION ALL
      SELECT coalesce(s.tier, t.tier) || ' ' || coalesce(s.lane, l.lane), CASE WHEN s.lane IS NULL THEN 'is a lane that is gone' ELSE 'is a lane that no stake feeds' END
      FROM jackpot_shard s FULL JOIN (jackpot_tier t CROSS JOIN generate_series(0, 7) l (lane)) ON s.tier = t.tier AND s.lane = l.lane
      WHERE s.lane IS NULL OR l.lane IS NULL
      UNION ALL
      SELECT 'house/' || h.id, format('from %s to %s, which founds no tier', f.class, t.class) FROM house_entry h
      JOIN account f ON f.id = h.from_id JOIN account t ON t.id = h.to_id
      WHERE f.class <> 'adjustment' OR t.class <> 'jackpot_pool' OR t.brand_id IS NOT NULL
      UNION ALL
      SELECT t.tier, format('%s, founded %s times with %s, reseeded with %s', CASE WHEN t.open THEN 'open' ELSE 'closed' END,
        count(h.id), coalesce(sum(h.amount), 0), t.reseed)
      FROM jackpot_tier t LEFT JOIN account a ON a.class = 'jackpot_pool' AND a.reference = t.tier AND a.brand_id IS NULL
      LEFT JOIN house_entry h ON h.to_id = a.id
      GROUP BY t.tier, t.open, t.reseed
      HAVING count(h.id) <> t.open::int OR (t.open AND sum(h.amount) <> t.reseed)`,
  },
]
