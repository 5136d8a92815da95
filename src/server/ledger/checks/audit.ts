import { inOneSpan, isAfter, mayBeFrom } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/**
 * Checks that no audit row was changed or removed: recomputes the chain that `db/functions/audit/chain.sql` describes
 * from its first row, and compares its end with the ends that earlier runs recorded. And that the stop of money-out is what
 * the runs require.
 */
export const auditChecks: readonly SqlCheck[] = [
  {
    name: 'audit-chain',
    description:
      'The audit’s chain is whole: no number is missing, each hash follows from the one before, and it ends where it ended.',
    sql: `SELECT seq::text AS subject, CASE WHEN seq <> p_seq + 1 THEN format('follows %s: what was between is gone', p_seq)
        ELSE 'is not what was chained' END AS detail
      FROM (SELECT a.seq, a.hash, lag(a.seq, 1, 0::bigint) OVER chain AS p_seq,
          sha256(lag(a.hash, 1, ''::bytea) OVER chain || audit_canonical(a)) AS due
        FROM audit a WHERE a.seq IS NOT NULL WINDOW chain AS (ORDER BY a.seq)) link
      WHERE seq <> p_seq + 1 OR hash IS DISTINCT FROM due
      UNION ALL
      SELECT 'end', format('sealed up to %s, the last row there is: %s', h.seq, coalesce(a.seq::text, 'none'))
      FROM audit_head h LEFT JOIN (SELECT seq, hash FROM audit WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1) a ON true
      WHERE h.seq <> coalesce(a.seq, 0) OR h.hash <> coalesce(a.hash, '')
      UNION ALL
      SELECT r.audit_seq::text, format('was sealed otherwise when run %s saw it', r.id)
      FROM book_run r LEFT JOIN audit a ON a.seq = r.audit_seq
      WHERE r.audit_seq > 0 AND a.hash IS DISTINCT FROM r.audit_hash`,
  },
  {
    name: 'audit-sealed',
    description: 'While the program runs, no audit row waits to be chained for longer than a minute.',
    // What chains them reads by an index. Without a running program nothing does, so the check applies only when one is expected.
    sql: `SELECT 'row ' || id AS subject, format('written at %s and still not sealed', at) AS detail FROM audit
      WHERE seq IS NULL AND current_setting('baize.chaining', true) = 'expected' AND at < now() - interval '60 seconds'`,
    withoutIndexes: true,
  },
  {
    name: 'money-out',
    description:
      'Money-out is stopped as the recorded runs of the books require, and nothing was paid out while it was.',
    // A stop ends with the clean run that had counted its bad runs, at the same moment where the clock stands still. A payment may
    // end up to a minute after a run that stopped money-out, and right after the act of the stop only by a clock that was corrected.
    sql: `WITH bad AS (
        SELECT id, ended_at, row_number() OVER (ORDER BY ended_at) AS number FROM book_run WHERE outcome IN ('faults', 'failed')
      ), stop AS MATERIALIZED (
        SELECT min(least(b.ended_at + interval '60 seconds', a.at + interval '10 seconds')) AS since, e.until
        FROM bad b LEFT JOIN audit a ON a.act = 'money-out.stop' AND a.actor_kind = 'system' AND a.subject = b.id::text
        CROSS JOIN LATERAL (SELECT coalesce(min(c.ended_at) - interval '10 seconds', 'infinity') AS until FROM book_run c
          WHERE c.outcome = 'clean' AND coalesce(c.bad_before, b.number) >= b.number AND ${mayBeFrom('c.ended_at', 'b.ended_at')}) e
        GROUP BY e.until
      )
      SELECT j.member_id || '/' || j.seq AS subject, format('was paid out at %s, while money-out was stopped from %s until %s', j.at, s.since, s.until) AS detail
      FROM stop s JOIN journal j ON ${isAfter('j.at', 's.since')} AND ${isAfter('s.until', 'j.at')}
      WHERE j.kind IN (${kinds('withdraw_paid', 'transfer_in')})
        AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.act = 'books.accept-heads' AND ${mayBeFrom('a.at', 'j.at')})
      UNION ALL
      SELECT 'money-out' AS subject, format('%s runs ended with faults or failed, %s are counted', r.bad, m.bad_runs) AS detail
      FROM money_out m, (SELECT count(*) AS bad FROM book_run WHERE outcome IN ('faults', 'failed')) r WHERE m.bad_runs <> r.bad
      UNION ALL
      SELECT a.subject, format('%s, its run is %s', a.act, coalesce(r.outcome, 'gone')) FROM audit a LEFT JOIN book_run r ON r.id::text = a.subject
      WHERE a.act IN ('money-out.stop', 'money-out.lift') AND a.actor_kind = 'system'
        AND coalesce(r.outcome, '') <> CASE a.act WHEN 'money-out.lift' THEN 'clean' ELSE a.detail ->> 'outcome' END
      UNION ALL
      SELECT 'money-out', 'is stopped without a run that found faults or failed' FROM money_out m LEFT JOIN book_run r ON r.id = m.run_id
      WHERE m.stopped_at IS NOT NULL AND coalesce(r.outcome, '') NOT IN ('faults', 'failed')
      UNION ALL
      SELECT id::text, format('%s with %s faults', outcome, jsonb_array_length(faults)) FROM book_run
      WHERE (outcome = 'clean' AND (faults <> '[]' OR jsonb_path_exists(checks, '$[*].faults ? (@ > 0)'))) OR (outcome = 'faults' AND faults = '[]')
      UNION ALL
      SELECT 'money-out', 'is allowed although the last run found faults or failed' FROM money_out m
      JOIN (SELECT * FROM book_run WHERE outcome IN ('clean', 'faults', 'failed') ORDER BY ended_at DESC LIMIT 1) l ON l.outcome <> 'clean'
      WHERE m.stopped_at IS NULL AND NOT EXISTS (SELECT FROM book_run c
        WHERE c.outcome = 'clean' AND c.bad_before >= m.bad_runs AND ${inOneSpan('c.ended_at', 'l.ended_at')})`,
  },
]
