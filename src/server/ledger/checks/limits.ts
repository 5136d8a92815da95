import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** Checks of the members' own limits. */
export const limitChecks: readonly SqlCheck[] = [
  {
    name: 'limits',
    description: 'A limit’s counter equals the events of its period, and the wallet of a member with limits is marked.',
    sql: `WITH counted AS MATERIALIZED (
        SELECT c.member_id, c.kind, c.period, c.starts, c.used FROM limit_counter c
        UNION
        SELECT l.member_id, l.kind, l.period, limit_starts(l.period, now(), b.time_zone), coalesce(c.used, 0)
        FROM member_limit l JOIN member m ON m.id = l.member_id JOIN brand b ON b.id = m.brand_id
        LEFT JOIN limit_counter c ON c.member_id = l.member_id AND c.kind = l.kind AND c.period = l.period
          AND c.starts = limit_starts(l.period, now(), b.time_zone)
        WHERE l.ended_at IS NULL AND l.kind <> 'session_time'
      ), moved AS MATERIALIZED (
        SELECT j.member_id, coalesce(b.at, j.at) AT TIME ZONE z.time_zone AS at,
          CASE WHEN j.kind = ${kinds('deposit_paid')} THEN j.d_cash ELSE 0 END AS deposit,
          CASE j.kind WHEN 4 THEN -b.stake WHEN 1 THEN j.stake WHEN 3 THEN j.stake ELSE 0 END AS wager,
          CASE j.kind WHEN 4 THEN -b.stake WHEN 7 THEN 0 WHEN 18 THEN -j.d_in_play ELSE j.stake - j.pay END AS loss
        FROM journal j JOIN member m ON m.id = j.member_id JOIN brand z ON z.id = m.brand_id
        LEFT JOIN journal b ON j.kind = ${kinds('rollback')} AND b.member_id = j.member_id AND b.source = -j.source AND b.key = j.key
       
          WHERE j.kind IN (${kinds('bet', 'win', 'spin', 'rollback', 'deposit_paid', 'provider_result')}) AND j.member_id IN (SELECT member_id FROM counted)
      ), summed AS (
        SELECT v.member_id, p.period, date_trunc(p.period, v.at)::date AS starts, sum(v.deposit) AS deposit, sum(v.wager) AS wager,
          sum(v.loss) AS loss
        FROM moved v, (VALUES ('day'), ('week'), ('month')) p (period) GROUP BY 1, 2, 3
      )
      SELECT c.member_id::text AS subject, format('%s of the %s from %s: counted %s, journal %s', c.kind, c.period, c.starts, c.used,
          CASE c.kind WHEN 'deposit' THEN coalesce(s.deposit, 0) WHEN 'wager' THEN coalesce(s.wager, 0) ELSE coalesce(s.loss, 0) END) AS detail
      FROM counted c LEFT JOIN summed s USING (member_id, period, starts)
      WHERE c.used <> CASE c.kind WHEN 'deposit' THEN coalesce(s.deposit, 0) WHEN 'wager' THEN coalesce(s.wager, 0)
        ELSE coalesce(s.loss, 0) END
      UNION ALL
      SELECT w.member_id::text, 'has a limit and is not marked' FROM wallet w
      WHERE NOT w.limited AND EXISTS (SELECT 1 FROM member_limit l WHERE l.member_id = w.member_id AND l.ended_at IS NULL)`,
  },
]
