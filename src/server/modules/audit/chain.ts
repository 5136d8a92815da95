import { sql } from 'kysely'
import { crashPoint } from '#server/crash-point.ts'
import type { Database } from '#server/db/pool.ts'
import { forgetGroups, groupsSince } from '#server/db/signed-groups.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import type { Metrics } from '#server/metrics.ts'

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
/** How often, and from which age on, a process looks for the acts that it signed itself. */
const lookEveryMs = 5_000
const groupsPerLook = 2_000

/** Starts the job; `stop` waits for the current batch. */
export function startAuditChaining(deps: Pick<Deps, 'db' | 'log'>, metrics: Metrics): RunningWork {
  const startedAtMs = performance.now()
  let waiting = { rows: 0, oldestSeconds: 0 }
  let reportedAtMs = -alarmAgainMs
  let lookedAtMs = -lookEveryMs
  let missing = 0
  metrics.watch('baize_acts_missing', 'Acts that this process signed and that are gone.', () => missing)
  metrics.watch('baize_audit_unchained', 'Audit rows waiting to be chained, counted up to 10 000.', () => waiting.rows)
  metrics.watch(
    'baize_audit_unchained_seconds',
    'Age of the oldest audit row waiting to be chained.',
    () => waiting.oldestSeconds,
  )
  return startLeasedWork(deps, {
    name: 'audit-sealer',
    everyMs,
    leaseMs: 5_000,
    isDue: async () => {
      if (performance.now() - lookedAtMs >= lookEveryMs) {
        lookedAtMs = performance.now()
        missing += await reportMissingActs(deps)
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
}

/**
 * Looks for the groups of acts that this process signed and that no sealed head covers yet. One that is gone was removed before the
 * audit's chain protected it: that is logged, and an act of its own, which is a fault of the books until an operator accepts it.
 * Returns how many are gone.
 */
export async function reportMissingActs(deps: Pick<Deps, 'db' | 'log'>, ageMs = lookEveryMs): Promise<number> {
  const groups = groupsSince(deps.db, { ageMs, most: groupsPerLook })
  if (groups.length === 0) return 0
  const { rows } = await sql<{ group: string; is_gone: boolean; is_covered: boolean }>`
    SELECT g.id::text AS "group", count(a.id) = 0 AS is_gone, coalesce(max(a.seq) <= max(h.audit_seq), false) AS is_covered
    FROM unnest(${groups}::uuid[]) g (id) LEFT JOIN audit a ON a.act_group = g.id
    LEFT JOIN (SELECT audit_seq FROM journal_head ORDER BY id DESC LIMIT 1) h ON true GROUP BY g.id`.execute(deps.db)
  const gone = rows.filter((row) => row.is_gone).map(({ group }) => group)
  if (gone.length > 0) {
    deps.log.error({ groups: gone.slice(0, 10), count: gone.length }, 'acts that were signed and committed are gone')
    await deps.db.transaction().execute((tx) =>
      tx
        .insertInto('audit')
        .values(gone.map((group) => ({ actor_kind: 'system', act: 'acts.missing', subject: group })))
        .execute(),
    )
  }
  forgetGroups(deps.db, [...gone, ...rows.filter((row) => row.is_covered).map(({ group }) => group)])
  return gone.length
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
