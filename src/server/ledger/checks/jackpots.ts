import { earliest, latest } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** How far apart the time of a hit and the order of its booking may be. */
const spread = `interval '60 seconds'`

/** What the events of a round that hit a tier contain. */
function hitOf(tier: string): string {
  return `'%{"type":"jackpotHit","tier":"' || ${tier} || '"}%'`
}

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
          UNION ALL SELECT a.id, h.reseed FROM jackpot_hit h JOIN account a ON a.brand_id IS NULL AND a.class = 'jackpot_pool' AND a.reference = h.tier
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
      -- What members owe of voided rounds: the check office-voids.
      WHERE f.class <> 'receivable' AND (f.class <> 'adjustment' OR t.class <> 'jackpot_pool' OR t.brand_id IS NOT NULL)
      UNION ALL
      SELECT t.tier, format('%s, founded %s times with %s, reseeded with %s', CASE WHEN t.open THEN 'open' ELSE 'closed' END,
        count(h.id), coalesce(sum(h.amount), 0), t.reseed)
      FROM jackpot_tier t LEFT JOIN account a ON a.class = 'jackpot_pool' AND a.reference = t.tier AND a.brand_id IS NULL
      LEFT JOIN house_entry h ON h.to_id = a.id
      GROUP BY t.tier, t.open, t.reseed
      HAVING count(h.id) <> t.open::int OR (t.open AND sum(h.amount) <> t.reseed)`,
  },
  {
    name: 'jackpot-hits',
    description:
      'Each jackpot was paid once, with the round that hit it, and each round that hit one was paid; the hits of a tier are numbered, and each next pool began with the reserve, at least with the first money.',
    sql: `SELECT coalesce(j.member_id || '/' || j.seq, h.round_id::text) AS subject, format('the journal has %s for %s, the hit %s for %s', coalesce(j.d_cash::text, 'nothing'),
        coalesce(j.ref::text, 'no round'), coalesce(h.amount::text, 'nothing'), coalesce(h.round_id::text, 'no round')) AS detail
      FROM (SELECT * FROM journal WHERE kind = ${kinds('jackpot')}) j FULL JOIN jackpot_hit h ON (h.member_id, h.seq) = (j.member_id, j.seq)
      LEFT JOIN account a ON a.brand_id IS NULL AND a.class = 'jackpot_pool' AND a.reference = h.tier
      WHERE (j.d_cash, j.at, j.ref, j.key, j.source, j.contra_id) IS DISTINCT FROM (h.amount, h.at, h.round_id, h.round_id, 3, a.id)
      UNION ALL
      SELECT h.round_id::text, format('paid the %s, its round is %s', h.tier, coalesce(left(r.events, 200), 'missing')) FROM jackpot_hit h
      LEFT JOIN round r ON r.member_id = h.member_id AND r.id = h.round_id
      LEFT JOIN journal j ON j.member_id = h.member_id AND j.seq = h.seq - 1 AND j.kind = ${kinds('spin')} AND j.ref = h.round_id
      WHERE j.seq IS NULL OR r.at IS DISTINCT FROM h.at OR (r.events LIKE ${hitOf('h.tier')}) IS NOT TRUE
      UNION ALL
      SELECT r.id::text, 'hit a jackpot that was not paid' FROM round r JOIN game_version v ON v.id = r.game_version_id
      WHERE v.jackpots <> '{}' AND r.events LIKE '%"jackpotHit"%' AND NOT EXISTS (SELECT FROM jackpot_hit h WHERE h.round_id = r.id)
      UNION ALL
      SELECT h.round_id::text, format('is number %s of %s; the next pool began with %s of the reserve and %s more, first money %s', h.ordinal, h.tier,
        h.reserve, h.reseed, t.reseed)
      FROM (SELECT *, row_number() OVER (PARTITION BY tier ORDER BY ordinal) AS place FROM jackpot_hit) h JOIN jackpot_tier t USING (tier)
      WHERE h.ordinal <> h.place OR h.reseed <> greatest(0, t.reseed - h.reserve) OR NOT EXISTS (
        SELECT FROM house_entry e JOIN account a ON a.id = e.to_id AND a.class = 'jackpot_pool' AND a.reference = h.tier WHERE e.from_id = h.reseed_from)`,
  },
  {
    name: 'jackpot-amounts',
    description: 'Each jackpot paid what its pool had: the stakes before it had given that much, and no more.',
    // By minutes and with a minute more on each side: spins at one time are booked in an order that their times do not tell. Of a hit while the
    // clock was set back all that was given in that span may be before it, or after it.
    sql: `WITH given AS MATERIALIZED (
        SELECT t.tier, date_trunc('minute', j.at) AS minute, sum(t.share) AS share FROM journal j
        CROSS JOIN LATERAL (VALUES ('mega', j.share_mega), ('major', j.share_major), ('minor', j.share_minor)) t (tier, share)
        WHERE t.share > 0 GROUP BY t.tier, date_trunc('minute', j.at)
      ), summed AS (
        SELECT round_id, sum(share) OVER (PARTITION BY tier, bound ORDER BY at, round_id NULLS FIRST) AS share, bound FROM (
          SELECT tier, 'low' AS bound, minute + interval '1 minute' AS at, share, NULL::uuid AS round_id FROM given
          UNION ALL SELECT tier, 'high', minute, share, NULL FROM given
          UNION ALL SELECT tier, 'low', ${earliest('at')} - ${spread}, 0, round_id FROM jackpot_hit
          UNION ALL SELECT tier, 'high', ${latest('at')} + ${spread}, 0, round_id FROM jackpot_hit) step
      ), due AS (
        SELECT round_id, max(share) FILTER (WHERE bound = 'low') AS low, max(share) FILTER (WHERE bound = 'high') AS high
        FROM summed WHERE round_id IS NOT NULL GROUP BY round_id
      ), paid AS (
        -- What stakes had given to the pool and the reserve by then, from what was paid.
        SELECT h.round_id, h.tier, h.amount, h.amount + h.kept + h.reserve - t.reseed
          + sum(h.amount - h.reseed) OVER (PARTITION BY h.tier ORDER BY h.ordinal) - (h.amount - h.reseed) AS given
        FROM jackpot_hit h JOIN jackpot_tier t USING (tier)
      )
      SELECT p.round_id::text AS subject, format('paid %s of the %s, for which stakes had given %s; they gave %s to %s', p.amount, p.tier, p.given, d.low, d.high) AS detail
      FROM paid p JOIN due d USING (round_id) WHERE p.given < d.low OR p.given > d.high`,
  },
]
