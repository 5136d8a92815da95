import { sql } from 'kysely'
import { crashPoint } from '#server/crash-point.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { suspectBooks } from '#server/ledger/book-runs.ts'
import type { JournalSealing } from '#server/ledger/sealer.ts'
import type { Metrics } from '#server/metrics.ts'
import { watchActs, type ActsWatch } from './acts-watch.ts'

/**
 * Chains the audit: transactions insert their audit rows unchained and do not wait; this job numbers and hash-chains
 * them within a second (`db/functions/audit/chain.sql`). One process at a time, in bounded batches.
 */

const everyMs = 400
const rowsPerBatch = 500
const batchesPerRun = 20
const mostCounted = 10_000
const alarmAfterSeconds = 60
const alarmAgainMs = 60_000
/** A living holder of the lease leaves no row for so long; counted from the start of this process at the earliest. */
const overdueSeconds = 300
/** How often a process looks for the acts that it signed itself. */
const lookEveryMs = 5_000
/** Looks at the end of the process, each at up to 2 000 groups. */
const lastLooks = 5
const lastSealMs = 2_000

type ChainingDeps = Pick<Deps, 'db' | 'log' | 'moneyOut'> & { config: Pick<Deps['config'], 'secret'> }

/**
 * Starts the job. `stop` waits for the current batch; then it chains and seals what is left and looks for the acts of this process a
 * last time, because afterwards nobody remembers them: stop what writes acts before it.
 */
export function startAuditChaining(
  deps: ChainingDeps,
  metrics: Metrics,
  sealing?: Pick<JournalSealing, 'sealNow'>,
): RunningWork {
  const watch = watchActs(deps)
  const startedAtMs = performance.now()
  let waiting = { rows: 0, oldestSeconds: 0 }
  let reportedAtMs = -alarmAgainMs
  let lookedAtMs = -lookEveryMs
  let missing = 0
  metrics.watch(
    'baize_acts_missing',
    'Acts that this process signed and that are gone, altered or never chained.',
    () => missing,
  )
  metrics.watch('baize_audit_unchained', 'Audit rows waiting to be chained, counted up to 10 000.', () => waiting.rows)
  metrics.watch(
    'baize_audit_unchained_seconds',
    'Age of the oldest audit row waiting to be chained, by the index of such rows; one that it lacks is in baize_acts_missing.',
    () => waiting.oldestSeconds,
  )
  const work = startLeasedWork(deps, {
    name: 'audit-sealer',
    everyMs,
    leaseMs: 5_000,
    isDue: async () => {
      if (performance.now() - lookedAtMs >= lookEveryMs) {
        lookedAtMs = performance.now()
        const found = await watch.look({ queueSeconds: waiting.oldestSeconds })
        if (found > 0) suspectBooks(deps.moneyOut)
        missing += found
      }
      waiting = await countUnsealed(deps.db)
      if (waiting.oldestSeconds > alarmAfterSeconds && performance.now() - reportedAtMs >= alarmAgainMs) {
        reportedAtMs = performance.now()
        deps.log.error(waiting, 'audit chaining is behind')
      }
      return waiting.rows > 0
    },
    isOverdue: () => waiting.oldestSeconds > overdueSeconds && performance.now() - startedAtMs > overdueSeconds * 1_000,
    run: async (signal) => {
      for (let batch = 0; batch < batchesPerRun && !signal.aborted; batch += 1) {
        if ((await chainAudit(deps.db, rowsPerBatch)) < rowsPerBatch) break
      }
      waiting = await countUnsealed(deps.db)
    },
    failureMessage: 'audit chaining failed; it is retried',
  })
  return {
    stop: async () => {
      await work.stop()
      await lookLast(deps, watch, sealing).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the last look for the acts of this process failed'),
      )
    },
  }
}

async function lookLast(
  { db, log }: ChainingDeps,
  watch: ActsWatch,
  sealing?: Pick<JournalSealing, 'sealNow'>,
): Promise<void> {
  if (watch.waiting() === 0) return
  for (let batch = 0; batch < batchesPerRun; batch += 1) if ((await chainAudit(db, rowsPerBatch)) < rowsPerBatch) break
  await sealing?.sealNow(AbortSignal.timeout(lastSealMs))
  for (let look = 0; look < lastLooks && watch.waiting() > 0; look += 1) await watch.look({ ageMs: 0 })
  const groups = watch.waiting()
  if (groups > 0) log.warn({ groups }, 'acts of this process are not covered by a head yet')
}

/** Chains at most `most` rows, the oldest first; returns how many. */
export async function chainAudit(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`SELECT audit_seal(${most}::int) AS sealed`.execute(db)
  crashPoint('audit.chained')
  return rows[0]?.sealed ?? 0
}

async function countUnsealed(db: Database): Promise<{ rows: number; oldestSeconds: number }> {
  const { rows } = await sql<{ rows: number; oldest: number }>`
    SELECT count(*)::int AS rows, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS oldest
    FROM (SELECT at FROM audit WHERE seq IS NULL ORDER BY id LIMIT ${mostCounted}) waiting`.execute(db)
  return { rows: rows[0]?.rows ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) }
}
