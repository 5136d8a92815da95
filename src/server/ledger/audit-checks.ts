import type { BookCheck } from './book-check.ts'

/**
 * Whether what is written about acts is what was written: the chain that `db/migrations/010_books.sql` describes, recounted
 * from its first row, its end, and the ends that earlier runs have seen.
 */
export const auditChecks: readonly BookCheck[] = [
  {
    name: 'audit-chain',
    says: 'The audit’s chain is whole: no number is missing, each hash follows from the one before, and it ends where it ended.',
    sql: `SELECT seq::text AS subject, CASE WHEN seq <> p_seq + 1 THEN format('follows %s: what was between is gone', p_seq)
        ELSE 'is not what was sealed' END AS detail
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
    says: 'While a house is running, nothing waits to be sealed for longer than a minute.',
    // Who looks at the books of a house that is not running has no sealer to miss, and does not say that it expects one.
    sql: `SELECT 'row ' || id AS subject, format('written at %s and still not sealed', at) AS detail FROM audit
      WHERE seq IS NULL AND current_setting('baize.sealing', true) = 'expected' AND at < now() - interval '60 seconds'`,
  },
]
