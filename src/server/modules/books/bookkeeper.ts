import { setTimeout as pause } from 'node:timers/promises'
import { isOfOtherRelease } from '#server/db/guards.ts'
import { createPool, longReads } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { beginRun, endRun, readBooksState, stepRun, type BooksState, type RunEnd } from '#server/ledger/book-runs.ts'
import { isSignedRun } from '#server/ledger/signed-runs.ts'
import { bookChecks, BooksOverdue, checkBooks, type BooksReport } from '#server/ledger/books.ts'
import { BooksFoiled } from '#server/ledger/foiled.ts'
import type { ClockWatch } from '#server/ledger/clock-watch.ts'
import type { JournalSealing } from '#server/ledger/sealer.ts'
import type { KnownHead } from '#server/ledger/seals.ts'
import { createPaymentHold } from './payment-hold.ts'
import { createRunSchedule, stoppedSeconds } from './run-schedule.ts'
import type { Metrics } from '#server/metrics.ts'
import type pg from 'pg'

/**
 * Checks the books on schedule and on request of an operator. A run that finds a fault, or cannot finish, stops
 * money-out and raises the alarm (`docs/decisions/014-books-that-stop-money.md`). One process at a time, on a
 * connection of its own, in a read-only snapshot on one processor of the database, so that bets never wait for it.
 */

const everyMs = 1_000
/** Delays the first run after a start, so that a process in a crash loop never begins one. */
const firstAfterMs = 10_000
/** How long sealing may delay a run. */
const sealMs = 10_000
/** How long ending rounds may delay a run: after the program was down, many are due at once. */
const endRoundsMs = 5 * 60_000
/**
 * How long a run that is due is left to another release: longer than the migrations of one take. What the database says
 * about its release is written by anyone with rights on it, so it may delay the checks, never end them.
 */
const leaveMs = 30 * 60_000
/**
 * How long a run may stay due beyond the longest duration of one: then no living process holds the lease, which anyone with rights on the
 * database can write.
 */
const overdueMs = 5 * 60_000
/** How often each process makes a run of its own on a schedule, whatever the recorded runs are. */
const ownEveryMs = 24 * 3_600_000

export type BookkeeperOptions = {
  deps: Deps
  /** The application's database URL, for a pool of two: one connection to check and one to cancel. */
  url: string
  metrics: Metrics
  /** The sealing of the journal in this process. */
  sealing?: Pick<JournalSealing, 'lastHead' | 'sealNow'>
  /** The watch on the database's clock in this process. */
  clock?: ClockWatch
  /** Ends the rounds whose time is over, which are a fault where they stay open while the program runs. */
  endDueRounds?: (signal: AbortSignal) => Promise<void>
  firstAfterMs?: number
  leaveMs?: number
  ownEveryMs?: number
  overdueMs?: number
  leaseMs?: number
  /** How long no run may have ended with a result until payments are held; what a run can honestly take when left out. */
  staleMs?: number
  /** Pause before the result of a run is stored again. */
  endAgainMs?: number
}

/** Starts the schedule; `stop` interrupts the current run, which the next process starts again. */
export function startBookkeeper({ deps, url, metrics, ...options }: BookkeeperOptions): RunningWork {
  const pool = createPool(url, { max: 2, ...longReads, name: 'baize-books', identity: deps.identity })
  const isLeftToOthers = createLeaving(deps, pool, options.leaveMs ?? leaveMs)
  const isSigned = createRunVerifier(deps)
  const { booksEveryMinutes: everyMinutes, booksLimitMinutes } = deps.config
  const hold = createPaymentHold(deps, everyMinutes > 0 ? (options.staleMs ?? longestStaleMs(deps)) : null)
  const schedule = createRunSchedule(hold, { everyMinutes, ownEveryMs: options.ownEveryMs ?? ownEveryMs })
  watchBooks(metrics, schedule.state, deps)
  const readState = async (): Promise<void> => {
    const state = await readBooksState(deps.db)
    schedule.read(state, !(await isSigned(state.runs)))
  }
  const work = startLeasedWork(deps, {
    name: 'books',
    everyMs,
    leaseMs: options.leaseMs ?? 15_000,
    firstAfterMs: options.firstAfterMs ?? firstAfterMs,
    isDue: async () => {
      await readState()
      const isDue = schedule.isDue()
      return !(await isLeftToOthers(isDue)) && isDue
    },
    isOverdue: () => schedule.dueMs() >= (options.overdueMs ?? booksLimitMinutes * 60_000 + overdueMs),
    run: async (signal) => {
      // Another process may have finished a run while this one waited for the lease.
      await readState()
      if (!schedule.isDue()) return
      // After the clock was set back, the run has to know it; after it was set forward, events that wait for the next pass would look old.
      await options.clock?.look().catch(() => {})
      await options.endDueRounds?.(AbortSignal.any([signal, AbortSignal.timeout(endRoundsMs)])).catch(() => {})
      await options.sealing?.sealNow(AbortSignal.any([signal, AbortSignal.timeout(sealMs)]))
      schedule.begin()
      const report = await runBooks(deps, pool, {
        ...(options.endAgainMs === undefined ? {} : { endAgainMs: options.endAgainMs }),
        signal,
        expectsChain: true,
        limitMs: booksLimitMinutes * 60_000,
        knownHead: options.sealing?.lastHead() ?? null,
        onUnstored: hold.unstored,
        onEnd: schedule.end,
      })
      if (report !== null) hold.stored({ begunAtMs: schedule.begunAtMs(), faults: report.faults.length })
      await readState()
    },
    failureMessage: 'books check was not started; it is retried',
  })
  return {
    stop: async () => {
      await work.stop()
      await pool.end()
    },
  }
}

/** An interval, a run that is left to another release, and a run of full length. */
function longestStaleMs({ config }: Deps): number {
  const everyMs = Math.max(config.booksEveryMinutes * 60_000, stoppedSeconds * 1_000)
  return everyMs + config.booksLimitMinutes * 60_000 + leaveMs + overdueMs
}

function watchBooks(
  metrics: Metrics,
  read: () => BooksState,
  { moneyOut: hold, identity }: Pick<Deps, 'moneyOut' | 'identity'>,
): void {
  metrics.watch(
    'baize_database_foreign',
    '1 where the newest connection led to another database than that of this installation and was refused.',
    () => (identity.isForeign() ? 1 : 0),
  )
  metrics.watch(
    'baize_books_faults',
    'Faults the last run of the books check found; -1 where it could not finish.',
    () => read().shown.faults,
  )
  metrics.watch('baize_money_out_stopped', '1 while payouts and transfers to providers are stopped.', () =>
    read().stoppedAt === null && hold.heldSince === null ? 0 : 1,
  )
  metrics.watch(
    'baize_books_age_seconds',
    'Seconds since the last run of the books check began; -1 before the first.',
    () => read().shown.ageSeconds ?? -1,
  )
}

/** Whether the program signed each of the recorded runs; one that it did not is logged once. */
function createRunVerifier(deps: Deps): (runs: readonly string[]) => Promise<boolean> {
  let known = new Map<string, boolean>()
  return async (runs) => {
    const verdicts = new Map<string, boolean>()
    for (const run of new Set(runs)) {
      const id = run.slice(0, run.indexOf(' '))
      const isSigned = known.get(run) ?? (await isSignedRun(deps.db, deps.config.secret, id))
      if (!isSigned && !known.has(run))
        deps.log.error(
          { run: id },
          'a recorded run of the books is not one that the program signed: it delays no other',
        )
      verdicts.set(run, isSigned)
    }
    known = verdicts
    return [...verdicts.values()].every(Boolean)
  }
}

/**
 * While a release is replaced, its last processes leave a run that is due to the release that has updated the database.
 * If nobody makes it within `limitMs`, this process does, and its check `guards` names what is of another release.
 */
function createLeaving(deps: Deps, pool: pg.Pool, limitMs: number): (isDue: boolean) => Promise<boolean> {
  let leftSince: number | null = null
  let isTaken = false
  return async (isDue) => {
    const isLeft = isDue && (await isOfOtherRelease(async (sql) => (await pool.query(sql)).rows))
    if (!isLeft) {
      leftSince = null
      isTaken = false
      return false
    }
    if (leftSince === null) deps.log.warn('books check is left to the release that has updated the database')
    leftSince ??= performance.now()
    if (performance.now() - leftSince < limitMs) return true
    if (!isTaken)
      deps.log.error('no process of the release that has updated the database checks the books: this one does')
    isTaken = true
    return false
  }
}

export type RunOptions = {
  signal?: AbortSignal
  /** Whether audit rows are expected to be chained, as they are while the job runs. */
  expectsChain: boolean
  limitMs?: number
  knownHead?: KnownHead | null
  /** Called when a result that stops money-out could not be stored, although the database answers. */
  onUnstored?: () => void
  /** Called when the result is stored. */
  onEnd?: (isInterrupted: boolean) => void
  endAgainMs?: number
}

/** One run, from its row to its outcome; the caller holds the lease. Returns the report, or null without one. */
export async function runBooks(deps: Deps, pool: pg.Pool, options: RunOptions): Promise<BooksReport | null> {
  const id = await beginRun(deps.db, 'schedule')
  let done = 0
  const report = await checkBooks(pool, {
    ...options,
    secret: deps.config.secret,
    anchor: { dir: deps.config.anchorDir, secret: deps.config.secret },
    onProgress: () => {
      void stepRun(deps.db, id, done).catch(() => {})
      done += 1
    },
  }).catch((error: unknown) => error)
  const end = endOf(report, options.signal?.aborted ?? false)
  // Logged before it is stored: if storing fails, only the log has the result.
  if ('report' in end && end.report.faults.length > 0)
    deps.log.warn(
      { run: id, faultCount: end.report.faults.length, faults: end.report.faults.slice(0, 10) },
      'books check found faults; storing the result',
    )
  const stopped = await endWithRetries(deps, id, end, options).catch((error: unknown) => {
    if (('report' in end && end.report.faults.length > 0) || ('outcome' in end && end.outcome === 'failed')) {
      options.onUnstored?.()
      deps.log.error(
        { run: id, err: error },
        'the result of the books check could not be stored: this process holds payments back',
      )
    }
    throw error
  })
  options.onEnd?.('outcome' in end && end.outcome === 'interrupted')
  logEnd(deps, id, end, stopped)
  return 'report' in end ? end.report : null
}

const endAttempts = 6
const usualEndAgainMs = 2_000

/** Retries while the database is unreachable, so that the result is not lost. */
async function endWithRetries(deps: Deps, id: string, end: RunEnd, options: RunOptions): Promise<boolean> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await endRun(deps.db, id, end)
    } catch (error) {
      if (attempts >= endAttempts || options.signal?.aborted) throw error
      await pause(options.endAgainMs ?? usualEndAgainMs)
    }
  }
}

/** How a run ended: with a report, by an interruption, or by a failure, which counts like a fault. */
export function endOf(found: unknown, isAborted: boolean): RunEnd {
  if (!(found instanceof Error)) return { report: found as BooksReport }
  if (isAborted) return { outcome: 'interrupted', problem: '' }
  return { outcome: isBreak(found) ? 'interrupted' : 'failed', problem: found.message.slice(0, 500) }
}

/** Whether the connection broke or could not be opened; false for a statement that failed. */
function isBreak(error: Error): boolean {
  if (error instanceof BooksOverdue || error instanceof BooksFoiled) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === '' || /^(57P0[123]|53300|08...|E[A-Z]+)$/.test(code)
}

function logEnd(deps: Pick<Deps, 'log'>, run: string, end: RunEnd, moneyOutStopped: boolean): void {
  if (!('report' in end)) {
    if (end.outcome === 'interrupted' && !moneyOutStopped) {
      deps.log.info({ run, problem: end.problem }, 'books check was interrupted; it is started again')
    } else deps.log.error({ run, problem: end.problem, moneyOutStopped }, 'books check failed to finish')
    return
  }
  const { faults, notRun, journalRows, tookMs } = end.report
  const figures = {
    run,
    rows: String(journalRows),
    checks: bookChecks.length - notRun.length,
    tookMs: Math.round(tookMs),
    moneyOutStopped,
  }
  if (notRun.length > 0) deps.log.warn({ run, notRun }, 'books check left checks out')
  if (faults.length === 0) deps.log.info(figures, 'books check is clean')
  else deps.log.error({ ...figures, faults: faults.slice(0, 10) }, 'books check found faults: money-out is stopped')
}
