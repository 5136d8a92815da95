import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** Checks of events that report play elsewhere: their source, the provider's own transaction ids, and bets and wins. */
export const providerChecks: readonly SqlCheck[] = [
  {
    name: 'sources',
    description: 'Every event has a known source that may post its kind; a provider’s stands against its own account.',
    sql: `SELECT e.subject, format('kind %s from source %s against account %s', e.kind, e.source, e.contra_id) AS detail
      FROM (SELECT kind, source, contra_id, min(member_id || '/' || seq) AS subject FROM journal GROUP BY kind, source, contra_id) e
      LEFT JOIN journal_source s ON s.id = abs(e.source)
      LEFT JOIN provider p ON p.id = abs(e.source)
      LEFT JOIN account a ON a.id = e.contra_id
      WHERE s.id IS NULL OR NOT CASE
        WHEN e.kind IN (${kinds('rollback', 'tombstone')}) THEN e.source < 0
        WHEN e.kind IN (${kinds('bet', 'win')}) THEN e.source > 0
        WHEN e.kind IN (${kinds('spin', 'deposit_filed', 'withdraw_filed', 'comp_converted', 'transfer_in', 'transfer_asked')})
          THEN s.name = 'own'
        WHEN e.kind IN (${kinds('deposit_paid', 'withdraw_paid', 'withdraw_rejected')}) THEN s.name = 'office'
        WHEN e.kind IN (${kinds('transfer_out', 'table_result')}) THEN s.name = 'system' AND e.source > 0
        WHEN e.kind = ${kinds('table_void')} THEN s.name = 'system' AND e.source < 0
        WHEN e.kind = ${kinds('provider_result')} THEN p.wallet = 'transfer'
        ELSE e.source BETWEEN 1 AND 99 END
        OR (abs(e.source) >= 100 AND (p.id IS NULL OR a.reference IS DISTINCT FROM p.code))
      UNION ALL
      SELECT 'source ' || s.id, format('is named %s, its provider %s', s.name, p.code) FROM journal_source s JOIN provider p USING (id) WHERE s.name <> p.code`,
  },
  {
    name: 'transactions',
    description:
      'Each transaction id of a provider stands for an event of its member, and where a provider has such ids, each bet and win has one.',
    sql: `SELECT t.provider_id || ' ' || t.transaction AS subject, 
        CASE WHEN j.key IS NULL THEN format('of member %s, has no event', t.member_id)
          ELSE format('of member %s, its event is of member %s', t.member_id, j.member_id) END AS detail
      FROM provider_transaction t LEFT JOIN journal j ON abs(j.source) = t.provider_id AND j.key = t.journal_key
      WHERE j.member_id IS DISTINCT FROM t.member_id
      UNION ALL
      SELECT j.member_id || '/' || j.seq, 'has no transaction id of its provider'
      FROM journal j LEFT JOIN provider_transaction t ON t.provider_id = abs(j.source) AND t.journal_key = j.key
      WHERE j.kind IN (${kinds('bet', 'win', 'rollback', 'tombstone')}) AND t.provider_id IS NULL
        AND abs(j.source) IN (SELECT DISTINCT provider_id FROM provider_transaction)`,
  },
  {
    name: 'wins',
    description:
      'Every win names its bet, of the same member, source and account, and releases no more than the bet has in play.',
    // The bet may have been rolled back, even before it came.
    sql: `WITH win AS MATERIALIZED (
        SELECT member_id, seq, source, ref, contra_id, d_in_play FROM journal WHERE kind = ${kinds('win')}
      ), bet AS MATERIALIZED (
        SELECT member_id, seq, source, key, contra_id, d_in_play FROM journal WHERE kind = ${kinds('bet')}
      )
      SELECT w.member_id || '/' || w.seq AS subject, format('win of %s', coalesce(w.ref::text, 'no bet')) AS detail
      FROM win w LEFT JOIN bet b ON b.member_id = w.member_id AND b.source = w.source AND b.key = w.ref
      WHERE b.contra_id IS DISTINCT FROM w.contra_id AND (b.seq IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM journal t WHERE t.member_id = w.member_id AND t.source = -w.source AND t.key = w.ref
          AND t.kind = ${kinds('tombstone')}))
      UNION ALL
      SELECT b.member_id || '/' || b.seq, format('put %s in play, wins released %s', b.d_in_play, -f.freed)
      FROM (SELECT member_id, source, ref, sum(d_in_play) AS freed FROM win WHERE d_in_play < 0 GROUP BY member_id, source, ref) f
      JOIN bet b ON b.member_id = f.member_id AND b.source = f.source AND b.key = f.ref
      LEFT JOIN journal r ON r.member_id = b.member_id AND r.source = -b.source AND r.key = b.key
      WHERE b.d_in_play + f.freed + coalesce(r.d_in_play, 0) < 0`,
  },
]
