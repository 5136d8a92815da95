import { createPool } from '#server/db/pool.ts'
import type { RunningWork } from '#server/leased-work.ts'
import type { BooksReport } from '#server/ledger/books.ts'
import { startJournalSealing, type JournalSealing } from '#server/ledger/sealer.ts'
import { createMetrics } from '#server/metrics.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { runBooks, startBookkeeper, type BookkeeperOptions, type RunOptions } from '#server/modules/books/bookkeeper.ts'
import type { TestApp } from './test-app.ts'
import { until } from './until.ts'

/**
 * The books check of a test app, with what the running program does beside it: it chains the audit and seals the journal. Otherwise a test
 * that takes longer than a minute would find rows that still wait for that.
 */
export type KeptBooks = {
  /** One run, on a schedule. */
  run: (options?: Pick<RunOptions, 'limitMs' | 'signal'>) => Promise<BooksReport | null>
  startKeeper: (options?: Partial<BookkeeperOptions>) => RunningWork
  /** A bookkeeper looks once whether a run is due, and makes it if so. */
  keepOnce: () => Promise<void>
  close: () => Promise<void>
}

const mostRows = 100_000
/** The job seals at the start and when it is called, not by itself during a test. */
const neverMs = 2 ** 31 - 1

export function keepBooks(app: TestApp): KeptBooks {
  const pool = createPool(app.appUrl, { max: 2, statementTimeoutMs: 0 })
  const job = startJournalSealing(app.deps, createMetrics(), neverMs)
  const sealing: Pick<JournalSealing, 'lastHead' | 'sealNow'> = {
    lastHead: job.lastHead,
    sealNow: async (signal) => {
      await chainAudit(app.db, mostRows)
      await job.sealNow(signal)
    },
  }
  const startKeeper = (options: Partial<BookkeeperOptions> = {}): RunningWork =>
    startBookkeeper({
      deps: app.deps,
      url: app.appUrl,
      metrics: createMetrics(),
      sealing,
      firstAfterMs: 0,
      ...options,
    })
  return {
    run: async (options) => {
      await sealing.sealNow(options?.signal ?? new AbortController().signal)
      return runBooks(app.deps, pool, { expectsChain: true, knownHead: sealing.lastHead(), ...options })
    },
    startKeeper,
    keepOnce: async () => {
      const metrics = createMetrics()
      const keeper = startKeeper({ metrics })
      // Known from the state of the books that the look begins with; `stop` waits for its end.
      await until(async () => /^baize_books_age_seconds \d/m.test(await metrics.text()))
      await keeper.stop()
    },
    close: async () => {
      await job.stop()
      await pool.end()
    },
  }
}
