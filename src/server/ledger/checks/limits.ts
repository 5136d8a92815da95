import { breakHours, exclusionMonths, raiseWaitsHours } from '#domain/limit.ts'
import { inOneSpan, isAfter } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'
import { periodsOf, quarterOf } from './limit-periods.ts'

/** The lengths of breaks and exclusions as rows of SQL: the audited act, its length, and the time it takes. */
const exclusionRows = [
  ...Object.entries(breakHours).map(([lasts, hours]) => `('limit.break', '${lasts}', interval '${hours} hours')`),
  ...Object.entries(exclusionMonths).map(([lasts, months]) =>
    months === null
      ? `('limit.exclusion', '${lasts}', NULL)`
      : `('limit.exclusion', '${lasts}', interval '${months} months')`,
  ),
].join(', ')

/** Checks of the members' own limits and exclusions. */
export const limitChecks: readonly SqlCheck[] = [
  {
    name: 'limits',
    description: 'A limit’s counter equals the events of its period, and the wallet of a member with limits is marked.',
    sql: `WITH counted AS MATERIALIZED (
        SELECT c.member_id, c.kind, c.period, c.starts, c.used FROM limit_counter c
        UNION
        SELECT l.member_id, l.kind, l.period, p.starts, coalesce(c.used, 0)
        FROM member_limit l JOIN member m ON m.id = l.member_id CROSS JOIN LATERAL limit_period(m.brand_id, l.period, now()) p
        LEFT JOIN limit_counter c ON c.member_id = l.member_id AND c.kind = l.kind AND c.period = l.period AND c.starts = p.starts
        WHERE l.ended_at IS NULL AND l.kind <> 'session_time'
      ), moved AS MATERIALIZED (
        SELECT j.member_id, m.brand_id, coalesce(b.at, j.at) AS counted_at,
          CASE WHEN j.kind = ${kinds('deposit_paid')} THEN j.d_cash ELSE 0 END AS deposit,
          CASE j.kind WHEN 4 THEN -b.stake WHEN 1 THEN j.stake WHEN 3 THEN j.stake ELSE 0 END AS wager,
          CASE WHEN j.kind IN (${kinds('rollback', 'table_void')}) THEN b.pay - b.stake WHEN j.kind = ${kinds('deposit_paid')} THEN 0
            WHEN j.kind = ${kinds('provider_result')} THEN -j.d_in_play ELSE j.stake - j.pay END AS loss
        FROM journal j JOIN member m ON m.id = j.member_id
        LEFT JOIN journal b ON j.kind IN (${kinds('rollback', 'table_void')}) AND b.member_id = j.member_id AND b.source = -j.source AND b.key = j.key
        WHERE j.kind IN (${kinds('bet', 'win', 'spin', 'rollback', 'deposit_paid', 'provider_result', 'table_result', 'table_void')}) AND j.member_id IN (SELECT member_id FROM counted)
      ), period AS MATERIALIZED (${periodsOf('moved')}
      ), summed AS (
        SELECT v.member_id, p.period, p.starts, sum(v.deposit) AS deposit, sum(v.wager) AS wager, sum(v.loss) AS loss
        FROM moved v JOIN period p ON p.brand_id = v.brand_id AND p.quarter = ${quarterOf('v.counted_at')} GROUP BY 1, 2, 3
      )
      SELECT c.member_id::text AS subject, format('%s of the %s from %s: counted %s, journal %s', c.kind, c.period, c.starts, c.used,
          CASE c.kind WHEN 'deposit' THEN coalesce(s.deposit, 0) WHEN 'wager' THEN coalesce(s.wager, 0) ELSE coalesce(s.loss, 0) END) AS detail
      FROM counted c LEFT JOIN summed s USING (member_id, period, starts)
      WHERE c.used <> CASE c.kind WHEN 'deposit' THEN coalesce(s.deposit, 0) WHEN 'wager' THEN coalesce(s.wager, 0)
        ELSE coalesce(s.loss, 0) END
        -- A limit that was set before the clock went back into an earlier period counts only from then in that one.
        AND NOT EXISTS (SELECT FROM member_limit l JOIN member m ON m.id = l.member_id CROSS JOIN LATERAL limit_period(m.brand_id, c.period, c.starts) p
          WHERE (l.member_id, l.kind, l.period) = (c.member_id, c.kind, c.period) AND ${inOneSpan('l.effective_from', 'p.ends')})
      UNION ALL
      SELECT w.member_id::text, 'has a limit and is not marked' FROM wallet w
      WHERE NOT w.limited AND EXISTS (SELECT 1 FROM member_limit l WHERE l.member_id = w.member_id AND l.ended_at IS NULL)`,
  },
  {
    name: 'limits-set',
    description:
      'Each limit in force is the one its member set last, by the audit, and a raise waits as long as it must.',
    sql: `WITH act AS MATERIALIZED (
        SELECT a.id, a.act, a.at, a.actor_id AS member_id, a.detail ->> 'kind' AS kind, a.detail ->> 'period' AS period,
          (nullif(a.detail ->> 'most', 'none')::numeric * CASE a.detail ->> 'kind' WHEN 'session_time' THEN 60000 ELSE 10000 END) AS most
        FROM audit a WHERE a.act IN ('limit.set', 'limit.raise-asked', 'limit.raise-withdrawn')
      ), said AS (
        SELECT DISTINCT ON (member_id, kind, period) * FROM act WHERE act = 'limit.set' ORDER BY member_id, kind, period, id DESC
      ), raise AS (
        SELECT DISTINCT ON (member_id, kind, period) * FROM act ORDER BY member_id, kind, period, id DESC
      )
      SELECT coalesce(l.member_id, s.member_id)::text AS subject, format('%s of the %s: %s in force, set to %s', coalesce(l.kind, s.kind),
        coalesce(l.period, s.period), coalesce(l.most::text, 'none'), coalesce(s.most::text, 'none')) AS detail
      FROM (SELECT * FROM member_limit WHERE ended_at IS NULL) l FULL JOIN said s USING (member_id, kind, period)
      WHERE l.most IS DISTINCT FROM s.most
      UNION ALL
      SELECT r.member_id::text, format('%s of the %s: a raise to %s from %s that was not asked for so', r.kind, r.period,
        coalesce(r.most::text, 'none'), r.effective_from)
      FROM limit_raise r LEFT JOIN raise a ON (a.member_id, a.kind, a.period) = (r.member_id, r.kind, r.period)
      WHERE a.act IS DISTINCT FROM 'limit.raise-asked' OR a.most IS DISTINCT FROM r.most
        OR r.effective_from < a.at + interval '${raiseWaitsHours} hours' - interval '1 minute'`,
  },
  {
    name: 'exclusions',
    description:
      'A member is excluded until the furthest end of the exclusions they took, and the audit has each of them.',
    sql: `SELECT m.id::text AS subject, format('excluded until %s, taken until %s', coalesce(m.excluded_until::text, 'never'),
        coalesce(x.until::text, 'never')) AS detail
      FROM member m LEFT JOIN (SELECT member_id, max(until) AS until FROM member_exclusion GROUP BY member_id) x ON x.member_id = m.id
      WHERE m.excluded_until IS DISTINCT FROM x.until
      UNION ALL
      SELECT w.member_id::text, 'is excluded and not marked' FROM wallet w JOIN member m ON m.id = w.member_id
      WHERE ${isAfter('m.excluded_until', 'now()')} AND NOT w.limited
      UNION ALL
      SELECT m.id::text, 'is excluded and has no marks, so that the person is not recognised' FROM member m JOIN member_person p ON p.member_id = m.id
      WHERE ${isAfter('m.excluded_until', 'now()')} AND p.marked_key IS NOT NULL AND NOT EXISTS (SELECT 1 FROM person_mark k WHERE k.member_id = m.id AND k.kind <> 'device')
      UNION ALL
      SELECT m.id::text, format('excluded until %s, by the audit of %s for %s', coalesce(m.excluded_until::text, 'never'), a.at, a.detail ->> 'lasts')
      FROM audit a JOIN member m ON m.public_id::text = a.subject
      JOIN (VALUES ${exclusionRows}) l (act, lasts, span) ON l.act = a.act AND l.lasts = a.detail ->> 'lasts'
      WHERE a.act IN ('limit.break', 'limit.exclusion')
        AND coalesce(m.excluded_until, '-infinity') < CASE WHEN l.span IS NULL THEN 'infinity' ELSE a.at + l.span - interval '1 minute' END
      UNION ALL
      SELECT m.id::text, format('excluded until %s, by the audit until %s', coalesce(m.excluded_until::text, 'never'), a.detail ->> 'until')
      FROM audit a JOIN member m ON m.public_id::text = a.subject
      WHERE a.act IN ('limit.break-extended', 'limit.exclusion-extended') AND a.detail ? 'until'
        AND coalesce(m.excluded_until, '-infinity') < CASE a.detail ->> 'until' WHEN 'ever' THEN 'infinity'
          ELSE (a.detail ->> 'until')::timestamptz - interval '1 minute' END
      UNION ALL
      SELECT m.id::text, format('%s exclusions, %s by the audit', coalesce(x.count, 0), a.count)
      FROM (SELECT subject, count(*) FROM audit WHERE act IN ('limit.break', 'limit.exclusion', 'limit.break-extended', 'limit.exclusion-extended')
        GROUP BY subject) a
      JOIN member m ON m.public_id::text = a.subject
      LEFT JOIN (SELECT member_id, count(*) FROM member_exclusion GROUP BY member_id) x ON x.member_id = m.id
      WHERE coalesce(x.count, 0) < a.count`,
  },
]
