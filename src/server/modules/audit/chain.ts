import { CompiledQuery, sql } from 'kysely'
import { crashPoint } from '#server/crash-point.ts'
import type { Database } from '#server/db/pool.ts'
import { forgetGroups, groupsSince } from '#server/db/signed-groups.ts'
import { readWithoutIndexes } from '#server/db/without-indexes.ts'
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
/** From this age on an act that is not chained, while nothing older waits, counts as missing. */
const leftOutAfterSeconds = 300

/** Starts the job; `stop` waits for the current batch. */
export function startAuditChaining(deps: Pick<Deps, 'db' | 'log'>, metrics: Metrics): RunningWork {
  const startedAtMs = performance.now()
  let waiting = { rows: 0, oldestSeconds: 0 }
  let reportedAtMs = -alarmAgainMs
  let lookedAtMs = -lookEveryMs
  let missing = 0
  metrics.watch(
    'baize_acts_missing',
    'Acts that this process signed and that are gone or never chained.',
    () => missing,
  )
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
        missing += await reportMissingActs(deps, { queueSeconds: waiting.oldestSeconds })
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
 * audit's chain protected it, and one that is not chained although nothing older waits is missing in the index by which acts are chained. Either is
 * logged, and an act of its own, which is a fault of the books until an operator accepts it. Returns how many there are.
 */
export async function reportMissingActs(
  deps: Pick<Deps, 'db' | 'log'>,
  { ageMs = lookEveryMs, leftOutAfterMs = leftOutAfterSeconds * 1000, queueSeconds = 0 } = {},
): Promise<number> {
  const groups = groupsSince(deps.db, { ageMs, most: groupsPerLook })
  if (groups.length === 0) return 0
  const byIndex = await lookAt(deps.db, groups)
  forgetGroups(deps.db, groupsOf(byIndex.filter(isCovered)))
  const old = new Set(groupsSince(deps.db, { ageMs: leftOutAfterMs, most: groupsPerLook }))
  const isChainingOn = queueSeconds * 1000 < leftOutAfterMs
  // What an index says is missing, or not chained for long, is read once more from the tables themselves.
  const doubtful = byIndex.filter(
    (look) => look.acts === 0 || (isChainingOn && old.has(look.group) && !isCovered(look)),
  )
  if (doubtful.length === 0) return 0
  const looks = await deps.db.transaction().execute((tx) =>
    readWithoutIndexes(
      (text) => tx.executeQuery(CompiledQuery.raw(text)),
      () => lookAt(tx, groupsOf(doubtful)),
    ),
  )
  const gone = groupsOf(looks.filter(({ acts }) => acts === 0))
  const leftOut = groupsOf(looks.filter(({ group, acts, chained }) => acts > 0 && chained < acts && old.has(group)))
  await writeMissing(deps, { gone, leftOut })
  forgetGroups(deps.db, [...gone, ...leftOut, ...groupsOf(looks.filter(isCovered))])
  return gone.length + leftOut.length
}

/** A group with the number of its acts, of those that were signed, are chained, and covered by the newest head. */
type Look = { group: string; acts: number; signed: number | null; chained: number; covered: number }

function isCovered({ signed, covered }: Look): boolean {
  return signed !== null && covered >= signed
}

function groupsOf(looks: readonly Look[]): string[] {
  return looks.map(({ group }) => group)
}

async function lookAt(db: Database, groups: readonly string[]): Promise<Look[]> {
  // The group of the row itself is compared as well: an index may lead to another one.
  const { rows } = await sql<Look>`
    SELECT g.id::text AS "group", count(a.id)::int AS acts, max(s.acts)::int AS signed, count(a.seq)::int AS chained,
      count(*) FILTER (WHERE a.seq <= h.audit_seq)::int AS covered
    FROM unnest(${groups}::uuid[]) g (id) LEFT JOIN audit a ON a.act_group = g.id AND a.act_group::text = g.id::text
    LEFT JOIN act_signature s ON s.act_group = g.id
    LEFT JOIN (SELECT audit_seq FROM journal_head ORDER BY id DESC LIMIT 1) h ON true GROUP BY g.id`.execute(db)
  return rows
}

async function writeMissing(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { gone, leftOut }: { gone: readonly string[]; leftOut: readonly string[] },
): Promise<void> {
  const logged = (groups: readonly string[]) => ({ groups: groups.slice(0, 10), count: groups.length })
  if (gone.length > 0) log.error(logged(gone), 'acts that were signed and committed are gone')
  if (leftOut.length > 0)
    log.error(logged(leftOut), 'acts that were signed and committed are never chained: an index lacks them')
  const missing = { actor_kind: 'system', act: 'acts.missing' } as const
  const rows = [
    ...gone.map((subject) => ({ ...missing, subject })),
    ...leftOut.map((subject) => ({ ...missing, subject, detail: JSON.stringify({ unchained: true }) })),
  ]
  if (rows.length > 0) await db.transaction().execute((tx) => tx.insertInto('audit').values(rows).execute())
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
