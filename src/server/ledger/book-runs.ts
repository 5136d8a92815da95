import type { BookRunOutcome, BookRunReason } from '#domain/book-check.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from 'kysely'
import type { BookFault, BooksReport } from './books.ts'
import type { Tx } from './ledger.ts'

/**
 * Every run of the books is recorded, and its result decides whether money-out is allowed: the functions of
 * `db/functions/books/runs.sql` write both in one transaction. A stop cannot be lifted by hand; only a later clean run
 * lifts it.
 */

/** The state of the books. */
export type BooksState = {
  /** Since when money-out is stopped; null while it is allowed. */
  stoppedAt: Date | null
  /** Faults of the last run that ended, -1 where it failed; 0 before the first. */
  faults: number
  /** Seconds since the start of the last run that ended; null before the first. */
  ageSeconds: number | null
  /** Seconds since the last scheduled or requested run ended, with any outcome; null before the first. */
  restSeconds: number | null
  /** An operator waits for a run. */
  isRequested: boolean
  /** A run began and has not ended: it is being made, or its process has ended, or its result could not be stored. */
  isOpen: boolean
  /** A redrawn round differed after the last run that ended had begun. */
  hasNewDifference: boolean
  /** The recorded runs that the ages come from: the id, and what of the run decides when the next one is due. */
  runs: readonly string[]
  /** The run that is shown, which does not lie in the future: its faults, -1 where it failed, and the seconds since its start. */
  shown: { faults: number; ageSeconds: number | null }
}

/** A run that ended before a clock was set back lies in the future, and would be shown in place of newer ones until its time comes. */
const hasEnded = sql<boolean>`ended_at <= clock_timestamp()`

/** The newest run that is shown: when it began and ended, and with which result. */
export const shownRun = sql`(SELECT began_at, ended_at, outcome, faults FROM book_run WHERE outcome <> 'interrupted' AND ${hasEnded}
  ORDER BY ended_at DESC LIMIT 1)`

/** One row, read by every process about once a second. */
export async function readBooksState(db: Database | Tx): Promise<BooksState> {
  const { rows } = await sql<{
    stopped_at: Date | null
    outcome: string | null
    faults: number | null
    age: number | null
    rest: number | null
    is_requested: boolean
    is_open: boolean
    has_difference: boolean
    runs: string[]
    shown_outcome: string | null
    shown_faults: number | null
    shown_age: number | null
  }>`
    SELECT m.stopped_at, r.outcome, jsonb_array_length(r.faults) AS faults,
      extract(epoch FROM clock_timestamp() - r.began_at)::float8 AS age,
      extract(epoch FROM clock_timestamp() - e.ended_at)::float8 AS rest,
      array_remove(ARRAY[concat_ws(' ', r.id, r.began_at, r.ended_at, r.outcome), concat_ws(' ', e.id, e.began_at, e.ended_at, e.outcome)], '') AS runs,
      EXISTS (SELECT 1 FROM book_run WHERE ended_at IS NULL AND began_at IS NULL AND why <> 'tool') AS is_requested,
      EXISTS (SELECT 1 FROM book_run WHERE ended_at IS NULL AND began_at IS NOT NULL AND why <> 'tool') AS is_open,
      EXISTS (SELECT 1 FROM redraw_mismatch x WHERE x.found_at > coalesce(r.began_at, '-infinity')
        AND x.found_at <= clock_timestamp()) AS has_difference,
      s.outcome AS shown_outcome, jsonb_array_length(s.faults) AS shown_faults,
      extract(epoch FROM clock_timestamp() - s.began_at)::float8 AS shown_age
    FROM money_out m LEFT JOIN LATERAL (SELECT id, outcome, faults, began_at, ended_at FROM book_run WHERE outcome <> 'interrupted'
      ORDER BY ended_at DESC LIMIT 1) r ON true
    LEFT JOIN LATERAL (SELECT id, outcome, began_at, ended_at FROM book_run WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1) e ON true
    LEFT JOIN LATERAL ${shownRun} s ON true`.execute(db)
  const row = rows[0]
  return {
    stoppedAt: row?.stopped_at ?? null,
    faults: faultCount(row?.outcome, row?.faults),
    ageSeconds: row?.age ?? null,
    restSeconds: row?.rest ?? null,
    isRequested: row?.is_requested ?? false,
    isOpen: row?.is_open ?? false,
    hasNewDifference: row?.has_difference ?? false,
    runs: row?.runs ?? [],
    shown: { faults: faultCount(row?.shown_outcome, row?.shown_faults), ageSeconds: row?.shown_age ?? null },
  }
}

function faultCount(outcome: string | null | undefined, faults: number | null | undefined): number {
  return outcome === 'failed' ? -1 : (faults ?? 0)
}

/** Begins a run: the one an operator requested, or a new one. A scheduled run needs the lease. */
export async function beginRun(db: Database, why: Exclude<BookRunReason, 'operator'>): Promise<string> {
  const begin = sql<{ id: string }>`SELECT books_begin(${why}) AS id`
  const { rows } = await db.transaction().execute((tx) => begin.execute(tx))
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a run of the books was not begun')
  return id
}

/** Records how many checks are done. */
export async function stepRun(db: Database, id: string, done: number): Promise<void> {
  await sql`SELECT books_step(${id}::uuid, ${done}::int)`.execute(db)
}

/** How a run ended: with a report, or without one and the reason. */
export type RunEnd =
  | { report: BooksReport }
  | { outcome: Extract<BookRunOutcome, 'failed' | 'interrupted'>; problem: string }

/** Ends a run; resolves with whether money-out is stopped now. */
export async function endRun(db: Database, id: string, end: RunEnd): Promise<boolean> {
  const report = 'report' in end ? end.report : null
  const outcome = 'report' in end ? (end.report.faults.length === 0 ? 'clean' : 'faults') : end.outcome
  const finish = sql<{ stopped: boolean }>`
    SELECT books_end(${id}::uuid, ${outcome}, ${report?.journalRows ?? null}::bigint, ${JSON.stringify(report?.each ?? [])}::jsonb,
      ${JSON.stringify(report?.faults ?? [])}::jsonb, ${'problem' in end ? end.problem : ''}, ${report?.auditEnd.seq ?? null}::bigint,
      ${report?.auditEnd.hash ?? null}::bytea, ${report?.journalEnd?.id ?? null}::bigint,
      ${report?.journalEnd?.hash ?? null}::bytea) AS stopped`
  const { rows } = await db.transaction().execute((tx) => finish.execute(tx))
  return rows[0]?.stopped ?? false
}

/** An operator requests a run; `isNew` is false when one is open already, which then is the result. */
export async function requestRun(db: Database | Tx, operatorId: bigint): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{
    id: string
    fresh: boolean
  }>`SELECT * FROM books_request(${operatorId}::bigint)`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('a run of the books was not requested')
  return { id: row.id, isNew: row.fresh }
}

/**
 * Since when a process holds payments and transfers to providers back by itself; null while it does not. It does where it knows
 * more than the database: its run found faults, or their result could not be stored; no run has ended for too long, because somebody
 * locks or delays what a run writes; or it saw itself that what it signed is gone or altered (`suspected`).
 */
export type MoneyOutHold = {
  heldSince: Date | null
  /** Since when, also on the clock of `performance`. */
  suspected: { at: Date; ms: number } | null
}

export const noHold = (): MoneyOutHold => ({ heldSince: null, suspected: null })

/** Holds the payments of this process back until a run of the books that begins now or later has ended; a bookkeeper makes one at once. */
export function suspectBooks(hold: MoneyOutHold): void {
  hold.suspected = { at: hold.suspected?.at ?? new Date(), ms: performance.now() }
  hold.heldSince ??= hold.suspected.at
}

/**
 * Since when money-out is stopped, or held by this process, or null. The result holds until the transaction ends: a payment checks
 * it first and then either ends before a stop or is refused by it. The journal itself refuses a payment that does not check.
 */
export async function moneyOutStoppedSince(tx: Tx, hold: MoneyOutHold): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`SELECT money_out_since() AS since`.execute(tx)
  return rows[0]?.since ?? hold.heldSince
}

export type RecordedRun = {
  id: string
  why: BookRunReason
  /** The name of the operator who requested the run. */
  by: string | null
  askedAt: Date
  beganAt: Date | null
  endedAt: Date | null
  outcome: BookRunOutcome | null
  done: number
  rows: bigint | null
  checks: { name: string; faults: number; ms: number }[]
  faults: BookFault[]
  problem: string
}

/** Whether money-out is stopped, the last conclusive run, the open run, and the number of runs. */
export async function readOverview(
  db: Database,
): Promise<{ stoppedAt: Date | null; last: RecordedRun | null; open: RecordedRun | null; count: number }> {
  const conclusive = runQuery(db)
    .where('r.outcome', '!=', 'interrupted')
    .where(hasEnded)
    .orderBy('r.ended_at', 'desc')
    .limit(1)
  const open = runQuery(db).where('r.ended_at', 'is', null).where('r.why', '!=', 'tool')
  const [totals, last, running] = await Promise.all([
    db
      .selectFrom('money_out')
      .select(['stopped_at', sql<number>`(select count(*)::int from book_run)`.as('count')])
      .executeTakeFirst(),
    conclusive.executeTakeFirst(),
    open.executeTakeFirst(),
  ])
  return {
    stoppedAt: totals?.stopped_at ?? null,
    last: last === undefined ? null : recordedRun(last),
    open: running === undefined ? null : recordedRun(running),
    count: totals?.count ?? 0,
  }
}

/** The runs, newest first. */
export async function listRuns(db: Database, page: { skip: number; take: number }): Promise<RecordedRun[]> {
  const rows = await runQuery(db).orderBy('r.asked_at', 'desc').offset(page.skip).limit(page.take).execute()
  return rows.map(recordedRun)
}

/** One run, or null. */
export async function readRun(db: Database | Tx, id: string): Promise<RecordedRun | null> {
  const row = await runQuery(db).where('r.id', '=', id).executeTakeFirst()
  return row === undefined ? null : recordedRun(row)
}

function runQuery(db: Database | Tx) {
  return db
    .selectFrom('book_run as r')
    .leftJoin('operator as o', 'o.id', 'r.operator_id')
    .select([
      'r.id',
      'r.why',
      'o.name as by',
      'r.asked_at',
      'r.began_at',
      'r.ended_at',
      'r.outcome',
      'r.done',
      'r.rows',
    ])
    .select(['r.checks', 'r.faults', 'r.problem'])
}

function recordedRun(row: Awaited<ReturnType<ReturnType<typeof runQuery>['executeTakeFirstOrThrow']>>): RecordedRun {
  return {
    id: row.id,
    why: row.why as BookRunReason,
    by: row.by,
    askedAt: row.asked_at,
    beganAt: row.began_at,
    endedAt: row.ended_at,
    outcome: row.outcome as BookRunOutcome | null,
    done: row.done,
    rows: row.rows,
    checks: row.checks as RecordedRun['checks'],
    faults: row.faults as BookFault[],
    problem: row.problem,
  }
}
