import { sql } from 'kysely'
import { crashPoint } from '#server/crash-point.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import type { Metrics } from '#server/metrics.ts'

/**
 * Seals the audit: acts write their rows unsealed, in their own transactions, and wait for nobody; this numbers and chains
 * them within a second (`db/migrations/010_books.sql` says how). One process at a time, in bounded batches.
 */

const everyMs = 400
const rowsABatch = 500
const batchesATurn = 20
const mostCounted = 10_000
const alarmAfterSeconds = 60
const alarmAgainMs = 60_000

/** Starts the sealer; `stop` waits for the batch it is in. */
export function startAuditSealer(deps: Pick<Deps, 'db' | 'log'>, metrics: Metrics): RunningWork {
  let waiting = { rows: 0, oldestSeconds: 0 }
  let saidAtMs = -alarmAgainMs
  metrics.watch('baize_audit_unsealed', 'Audit rows that wait to be sealed, counted up to 10 000.', () => waiting.rows)
  metrics.watch(
    'baize_audit_unsealed_seconds',
    'Age of the oldest audit row that waits to be sealed.',
    () => waiting.oldestSeconds,
  )
  return startLeasedWork(deps, {
    name: 'audit-sealer',
    everyMs,
    leaseMs: 5_000,
    isDue: async () => {
      waiting = await countUnsealed(deps.db)
      if (waiting.oldestSeconds > alarmAfterSeconds && performance.now() - saidAtMs >= alarmAgainMs) {
        saidAtMs = performance.now()
        deps.log.error(waiting, 'The audit is not being sealed.')
      }
      return waiting.rows > 0
    },
    takeTurn: async (signal) => {
      for (let batch = 0; batch < batchesATurn && !signal.aborted; batch += 1) {
        if ((await sealAudit(deps.db, rowsABatch)) < rowsABatch) break
      }
      waiting = await countUnsealed(deps.db)
    },
    trouble: 'The audit was not sealed; that is tried again.',
  })
}

/** Seals at most so many rows, the oldest first; answers how many. */
export async function sealAudit(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`SELECT audit_seal(${most}::int) AS sealed`.execute(db)
  crashPoint('audit.sealed')
  return rows[0]?.sealed ?? 0
}

async function countUnsealed(db: Database): Promise<{ rows: number; oldestSeconds: number }> {
  const { rows } = await sql<{ rows: number; oldest: number }>`
    SELECT count(*)::int AS rows, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS oldest
    FROM (SELECT at FROM audit WHERE seq IS NULL ORDER BY id LIMIT ${mostCounted}) waiting`.execute(db)
  return { rows: rows[0]?.rows ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) }
}
