import pg from 'pg'
import type { BookCheckName } from '#domain/book-check.ts'
import type { AppSecret } from '#server/config.ts'
import { actChecks } from './checks/acts.ts'
import { readAnchor, type AnchorStore, type KeptAnchor } from './anchor.ts'
import { auditChecks } from './checks/audit.ts'
import type { BookCheck, CheckFault, CheckScope, NotRun } from './checks/check.ts'
import { readWithoutIndexes } from '#server/db/without-indexes.ts'
import { setClockSpansSql, type ClockSpan } from './clock-spans.ts'
import { constraintChecks } from './checks/constraints.ts'
import { guardChecks } from './checks/guards.ts'
import { indexChecks } from './checks/indexes.ts'
import { issueChecks } from './checks/issues.ts'
import { jackpotChecks } from './checks/jackpots.ts'
import { journalChecks } from './checks/journal.ts'
import { limitChecks } from './checks/limits.ts'
import { momentChecks } from './checks/moments.ts'
import { proofChecks } from './checks/proofs.ts'
import { providerChecks } from './checks/providers.ts'
import { rateChecks } from './checks/rates.ts'
import { redrawChecks } from './checks/redraw.ts'
import { requestChecks } from './checks/requests.ts'
import { roundChecks } from './checks/rounds.ts'
import { sealChecks } from './checks/seals.ts'
import { seatRoundChecks } from './checks/seat-rounds.ts'
import { seatTimeChecks } from './checks/seat-times.ts'
import { tableChecks } from './checks/tables.ts'
import { transferChecks } from './checks/transfers.ts'
import { isOfServer, nameCause } from './foiled.ts'
import { ownDrawing, type Drawing } from './redraw.ts'
import type { KnownHead } from './seals.ts'

/**
 * The oracle: what must be true of the books at any time. Each check returns the faults it finds; none means a clean
 * check. The checks stand in `checks/`, by subject. That each acknowledged operation is in the books exactly once, and each refused one
 * absent, is checked by tests from the lists of their callers.
 */
export type BookFault = { check: string; subject: string; detail: string }
export type BooksReport = {
  faults: BookFault[]
  checks: number
  journalRows: bigint
  tookMs: number
  /** Checks that could not run: the books were checked without them. */
  notRun: { check: string; reason: string }[]
  /** Each check with the number of listed faults and its duration. */
  each: { name: string; faults: number; ms: number }[]
  /** What the database's clock went through twice, because it was set back: the order of times in such a span was not judged. */
  clockSpans: ClockSpan[]
  /** Such spans by acts and heads that nothing verified, because the run had no keys: times were judged as if there were none. */
  unverifiedSpans: ClockSpan[]
  /** The end of the audit chain in the checked snapshot. */
  auditEnd: { seq: bigint; hash: Buffer }
  /** The newest head of the journal's seals in that snapshot; null before the first. */
  journalEnd: KnownHead | null
}

/** The checks did not finish within their time limit. */
export class BooksOverdue extends Error {
  override name = 'BooksOverdue'
}

const mostFaults = 20
/** The time limit of a run by default. */
const usualLimitMs = 3_600_000
/** The time limit of the command-line tool, whose user waits: a day. */
export const longestRunMs = 86_400_000
/** A connection that is silent for this long after the time limit counts as dead. */
const silenceMs = 5_000

export const bookChecks: readonly BookCheck[] = [
  ...journalChecks,
  ...providerChecks,
  ...proofChecks,
  ...roundChecks,
  ...requestChecks,
  ...issueChecks,
  ...jackpotChecks,
  ...limitChecks,
  ...transferChecks,
  ...tableChecks,
  ...seatRoundChecks,
  ...seatTimeChecks,
  ...auditChecks,
  ...rateChecks,
  ...redrawChecks,
  ...guardChecks,
  ...indexChecks,
  ...constraintChecks,
  ...sealChecks,
  ...actChecks,
  ...momentChecks,
]

export type BooksOptions = {
  /** Called with each check as it begins. */
  onProgress?: (check: BookCheck) => void
  /** Whether a program runs on this database, so that audit rows are expected to be chained. */
  expectsChain?: boolean
  /** Ends the run early, which then throws. `pool` must have a second connection for that. */
  signal?: AbortSignal
  /** The installation's keys, for checks of what is keyed with them. */
  secret?: AppSecret
  /** Checks that are left out; only for a database that is altered on purpose, such as one with a simulated clock. */
  without?: readonly BookCheckName[]
  /** The newest head of the journal's seals that the running program remembers: it must be in the books. */
  knownHead?: KnownHead | null
  /** What rounds are redrawn by; only tests give another engine. */
  drawing?: Drawing
  /** Where the newest head is kept outside the database: it must be in the books. */
  anchor?: AnchorStore
  /** Time limit of the whole run, by default that of a scheduled one; after it, `BooksOverdue` is thrown. */
  limitMs?: number
}

/**
 * Runs every check in one read-only snapshot, on one connection of `pool`. At most 20 faults a check are listed. Where the books cannot be
 * read, throws why: `BooksFoiled` when something in the database is not the program's.
 */
export async function checkBooks(pool: pg.Pool, options: BooksOptions = {}): Promise<BooksReport> {
  const started = performance.now()
  const endsAt = started + (options.limitMs ?? usualLimitMs)
  const client = await pool.connect()
  let isOver = false
  let cancel = (): void => {}
  const onAbort = (): void => void (isOver ? undefined : cancel())
  options.signal?.addEventListener('abort', onAbort)
  // A dead connection delivers neither a result nor a cancellation.
  const watchdog = setTimeout(() => void endClient(client), endsAt - started + silenceMs)
  try {
    cancel = await cancelOf(pool, client)
    // Read before the snapshot: what it names was committed before.
    const anchor = options.anchor && { ...(await readAnchor(options.anchor)), dir: options.anchor.dir }
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // A policy that hides rows is an error then. Its row in the catalogue may be newer than this snapshot, and unseen by `guards`.
    await client.query('SET LOCAL row_security = off')
    // Sorts in memory and uses at most one processor, so that play is not slowed down.
    await client.query(`SET LOCAL work_mem = '64MB'`)
    await client.query(`SET LOCAL max_parallel_workers_per_gather = 0`)
    await client.query(`SELECT set_config('baize.chaining', $1, true)`, [options.expectsChain ? 'expected' : ''])
    const spans = await readClockSpans(client, options.secret !== undefined)
    const report: Pick<BooksReport, 'faults' | 'notRun' | 'each'> = { faults: [], notRun: [], each: [] }
    const scope = createCheckScope(client, { ...options, anchor, endsAt })
    for (const check of bookChecks.filter(({ name }) => !options.without?.includes(name))) {
      options.onProgress?.(check)
      const begun = performance.now()
      if (begun >= endsAt) throw new BooksOverdue(`the time limit was reached before ${check.name}`)
      const found = await completeCheck(client, check, scope, options.signal)
      const faults = 'notRun' in found ? [] : found
      if ('notRun' in found) report.notRun.push({ check: check.name, reason: found.notRun })
      for (const { subject, detail } of faults) report.faults.push({ check: check.name, subject, detail })
      report.each.push({ name: check.name, faults: faults.length, ms: Math.round(performance.now() - begun) })
    }
    // What follows are figures for the report: a policy is a fault already.
    await client.query('SET LOCAL row_security = on')
    const size = await client.query<{ rows: bigint; seq: bigint; hash: Buffer }>(
      'SELECT (SELECT count(*) FROM journal) AS rows, seq, hash FROM audit_head',
    )
    const end = await client.query<KnownHead>('SELECT id, hash FROM journal_head WHERE id > 0 ORDER BY id DESC LIMIT 1')
    await client.query('COMMIT')
    const { rows = 0n, seq = 0n, hash = Buffer.alloc(0) } = size.rows[0] ?? {}
    return {
      ...report,
      checks: bookChecks.length,
      journalRows: rows,
      tookMs: performance.now() - started,
      ...spans,
      auditEnd: { seq, hash },
      journalEnd: end.rows[0] ?? null,
    }
  } catch (error) {
    const failure =
      performance.now() >= endsAt ? new BooksOverdue('the time limit was reached', { cause: error }) : error
    if (options.signal?.aborted === true) {
      await client.query('ROLLBACK').catch(() => {})
      throw failure
    }
    throw await nameCause(client, failure, options.secret !== undefined)
  } finally {
    isOver = true
    clearTimeout(watchdog)
    options.signal?.removeEventListener('abort', onAbort)
    client.release()
  }
}

type Spans = Pick<BooksReport, 'clockSpans' | 'unverifiedSpans'>

/**
 * Makes known to the checks where the clock was set back, with the keys that verify it. Where that cannot be read, a check names why, and no
 * time is excused.
 */
async function readClockSpans(client: pg.ClientBase, hasKeys: boolean): Promise<Spans> {
  await client.query('SAVEPOINT before_clock')
  try {
    const { rows } = await client.query<{ list: ClockSpan[] }>(setClockSpansSql, [hasKeys])
    await client.query('RELEASE SAVEPOINT before_clock')
    const list = rows[0]?.list ?? []
    return hasKeys ? { clockSpans: list, unverifiedSpans: [] } : { clockSpans: [], unverifiedSpans: list }
  } catch (error) {
    if (!(error instanceof Error) || isNotOfRows(error)) throw error
    await client.query('ROLLBACK TO SAVEPOINT before_clock')
    return { clockSpans: [], unverifiedSpans: [] }
  }
}

/**
 * The faults of one check. A check that rows make fail, by a value that it cannot read or a second row where one can be, finds that as
 * a fault, and the other checks run. Throws where nothing can be read: the connection broke, or time, memory or disk ran out.
 */
async function completeCheck(
  client: pg.ClientBase,
  check: BookCheck,
  scope: CheckScope,
  signal?: AbortSignal,
): Promise<readonly CheckFault[] | NotRun> {
  await client.query('SAVEPOINT before_check')
  try {
    const found = await runCheck(check, scope)
    await client.query('RELEASE SAVEPOINT before_check')
    return found
  } catch (error) {
    if (!(error instanceof Error) || signal?.aborted === true || isNotOfRows(error)) throw error
    // Fails too when the connection broke, which some errors do not say.
    await client.query('ROLLBACK TO SAVEPOINT before_check').catch(() => {
      throw error
    })
    return [{ subject: 'the whole check', detail: `could not finish: ${error.message.slice(0, 200)}` }]
  }
}

/** Whether an error has another cause than the rows: the time limit, or SQLSTATE classes of connections, resources, locks, operators and the system. */
function isNotOfRows(error: Error): boolean {
  return error instanceof BooksOverdue || (error instanceof pg.DatabaseError && isOfServer(error))
}

/** The faults of one check, at most 20, read through `scope`. */
export async function runCheck(check: BookCheck, scope: CheckScope): Promise<readonly CheckFault[] | NotRun> {
  if ('sql' in check) {
    const find = () => scope.rows<CheckFault>(`${check.sql} LIMIT ${mostFaults}`)
    return check.withoutIndexes === true ? readWithoutIndexes(scope.rows, find) : find()
  }
  const found = await check.find(scope)
  return 'notRun' in found ? found : found.slice(0, mostFaults)
}

type ScopeOptions = Pick<BooksOptions, 'signal' | 'secret' | 'knownHead' | 'drawing'> & {
  anchor?: KeptAnchor | undefined
  endsAt: number
}

/** Reads on one connection, inside its open transaction, until `endsAt` (of `performance.now`). */
export function createCheckScope(
  client: pg.ClientBase,
  { signal, secret, knownHead, drawing, anchor, endsAt }: ScopeOptions,
): CheckScope {
  const rows = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    signal?.throwIfAborted()
    const leftMs = Math.ceil(endsAt - performance.now())
    if (leftMs <= 0) throw new BooksOverdue('the time limit was reached')
    await client.query(`SET LOCAL statement_timeout = ${leftMs}`)
    return (await client.query<Row>(sql, [...values])).rows
  }
  async function* batches<Row extends object>(
    sql: string,
    values: readonly unknown[] = [],
    size = 10_000,
  ): AsyncGenerator<Row[]> {
    await rows(`DECLARE checked_rows NO SCROLL CURSOR FOR ${sql}`, values)
    try {
      for (;;) {
        const batch = await rows<Row>(`FETCH ${size} FROM checked_rows`)
        if (batch.length > 0) yield batch
        if (batch.length < size) return
      }
    } finally {
      await client.query('CLOSE checked_rows').catch(() => {})
    }
  }
  return {
    rows,
    batches,
    secret: secret ?? null,
    knownHead: knownHead ?? null,
    anchor: anchor ?? null,
    drawing: drawing ?? ownDrawing,
    mostFaults,
  }
}

/** Terminates a connection in the middle of a statement, which then rejects. */
async function endClient(client: pg.PoolClient & { end?: () => Promise<void> }): Promise<void> {
  await client.end?.().catch(() => {})
}

/** Returns a function that cancels a connection's statement over another connection. */
async function cancelOf(pool: pg.Pool, client: pg.PoolClient): Promise<() => void> {
  const backend = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = backend.rows[0]?.pid ?? 0
  return () => void pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => {})
}
