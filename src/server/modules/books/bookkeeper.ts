import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { beginRun, endRun, readStanding, stepRun, type BooksStanding, type RunEnd } from '#server/ledger/book-runs.ts'
import { bookChecks, BooksOverdue, checkBooks, type BooksReport } from '#server/ledger/books.ts'
import type { Metrics } from '#server/metrics.ts'
import type pg from 'pg'

/**
 * The house looks at its own books: on schedule, and when an operator asks. A run that finds a fault, or cannot end, stops
 * money-out and raises the alarm (`docs/decisions/014-books-that-stop-money.md`). One process at a time, on a connection of
 * its own, in a read-only snapshot on one processor of the database: bets never wait for it.
 */

const everyMs = 1_000
/** A house that has just opened has other things to do, and one that is killed again and again never gets to it. */
const firstAfterMs = 10_000
/** While money-out is stopped, the next look is soon. */
const stoppedSeconds = 300
/** What was interrupted is begun anew after a breath. */
const breathSeconds = 10

export type BookkeeperOptions = {
  deps: Deps
  /** The application's own way to the database: a pool of two, one to look and one to break off. */
  url: string
  metrics: Metrics
  firstAfterMs?: number
}

/** Starts looking; `stop` breaks off the run it is in, which is then begun anew by whoever comes next. */
export function startBookkeeper({ deps, url, metrics, ...options }: BookkeeperOptions): RunningWork {
  const pool = createPool(url, { max: 2, statementTimeoutMs: 0, name: 'baize-books' })
  let standing: BooksStanding = { stoppedAt: null, faults: 0, ageSeconds: null, restSeconds: null, isAsked: false }
  metrics.watch(
    'baize_books_faults',
    'Faults the last run over the books found; -1 where it could not end.',
    () => standing.faults,
  )
  metrics.watch('baize_money_out_stopped', '1 while no money leaves the house.', () =>
    standing.stoppedAt === null ? 0 : 1,
  )
  metrics.watch(
    'baize_books_age_seconds',
    'How long ago the last run over the books began; -1 before the first.',
    () => standing.ageSeconds ?? -1,
  )
  const work = startLeasedWork(deps, {
    name: 'books',
    everyMs,
    leaseMs: 15_000,
    firstAfterMs: options.firstAfterMs ?? firstAfterMs,
    isDue: async () => {
      standing = await readStanding(deps.db)
      return isRunDue(standing, deps.config.booksEveryMinutes)
    },
    takeTurn: async (signal) => {
      // Another process may have been first while this one waited for the lease.
      standing = await readStanding(deps.db)
      if (!isRunDue(standing, deps.config.booksEveryMinutes)) return
      await runBooks(deps, pool, { signal, isSealed: true, limitMs: deps.config.booksLimitMinutes * 60_000 })
      standing = await readStanding(deps.db)
    },
    trouble: 'The books were not looked at; that is tried again.',
  })
  return {
    stop: async () => {
      await work.stop()
      await pool.end()
    },
  }
}

/** Whether a run is to begin now: an operator waits, or the last is older than the interval. 0 minutes: only when asked. */
export function isRunDue(standing: BooksStanding, everyMinutes: number): boolean {
  if (standing.isAsked) return true
  if (since(standing.restSeconds) < breathSeconds) return false
  const age = since(standing.ageSeconds)
  if (standing.stoppedAt !== null) return age >= Math.min(stoppedSeconds, everyMinutes * 60 || stoppedSeconds)
  return everyMinutes > 0 && age >= everyMinutes * 60
}

/** What lies in the future was said by a clock that has been put right: nobody knows how long ago that is. */
function since(seconds: number | null): number {
  return seconds === null || seconds < 0 ? Infinity : seconds
}

export type RunOptions = {
  signal?: AbortSignal
  /** Whether a running sealer is to be expected. */
  isSealed: boolean
  limitMs?: number
}

/** One run, from its row to its judgement; must be alone, under the lease. Answers the report, or null without one. */
export async function runBooks(deps: Deps, pool: pg.Pool, options: RunOptions): Promise<BooksReport | null> {
  const id = await beginRun(deps.db, 'schedule')
  let done = 0
  const report = await checkBooks(pool, {
    ...options,
    onProgress: () => {
      void stepRun(deps.db, id, done).catch(() => {})
      done += 1
    },
  }).catch((error: unknown) => error)
  const end = endOf(report, options.signal?.aborted ?? false)
  // Said before it is written down: where it cannot be, the log is all there is.
  if ('report' in end && end.report.faults.length > 0)
    deps.log.warn({ run: id }, 'A look finds the books WRONG: that is written down now.')
  const stopped = await endSurely(deps, id, end, options.signal)
  sayEnd(deps, id, end, stopped)
  return 'report' in end ? end.report : null
}

const endTries = 6
const endAgainMs = 2_000

/** A database that went away under the look is waited for, so that what happened is not forgotten. */
async function endSurely(deps: Deps, id: string, end: RunEnd, signal: AbortSignal | undefined): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await endRun(deps.db, id, end)
    } catch (error) {
      if (tries >= endTries || signal?.aborted) throw error
      await pause(endAgainMs)
    }
  }
}

/** What came of a look: a report, an end from outside, or none, which is as bad as a fault. */
export function endOf(found: unknown, isAborted: boolean): RunEnd {
  if (!(found instanceof Error)) return { report: found as BooksReport }
  if (isAborted) return { outcome: 'interrupted', problem: '' }
  return { outcome: isBreak(found) ? 'interrupted' : 'failed', problem: found.message.slice(0, 500) }
}

/** A connection that ended under the look or was not to be had, as against a statement that could not be done. */
function isBreak(error: Error): boolean {
  if (error instanceof BooksOverdue) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === '' || /^(57P0[123]|53300|08...|E[A-Z]+)$/.test(code)
}

function sayEnd(deps: Pick<Deps, 'log'>, run: string, end: RunEnd, moneyOutStopped: boolean): void {
  if (!('report' in end)) {
    if (end.outcome === 'interrupted' && !moneyOutStopped) {
      deps.log.info({ run, problem: end.problem }, 'A look at the books was broken off; it is begun anew.')
    } else
      deps.log.error({ run, problem: end.problem, moneyOutStopped }, 'The books could not be looked at to the end.')
    return
  }
  const { faults, journalRows, tookMs } = end.report
  const figures = {
    run,
    rows: String(journalRows),
    checks: bookChecks.length,
    tookMs: Math.round(tookMs),
    moneyOutStopped,
  }
  if (faults.length === 0) deps.log.info(figures, 'The books are clean.')
  else deps.log.error({ ...figures, faults: faults.slice(0, 10) }, 'The books are WRONG: no money leaves the house.')
}
