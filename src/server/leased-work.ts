import { randomUUID } from 'node:crypto'
import type { Deps } from './deps.ts'
import { holdLease, readLease, releaseLease } from './lease.ts'

/** Periodic work that one process at a time performs. */
export type LeasedWork = {
  /** The name of its lease. */
  name: string
  /** From the end of a run to the next check whether it is due. */
  everyMs: number
  /** How long a dead holder blocks others; the lease is renewed during a run. */
  leaseMs: number
  /** Delay of the first check after the start; none when left out. */
  firstAfterMs?: number
  /** Whether there is anything to do. Called in every process, without the lease, so it should be cheap. */
  isDue: () => Promise<boolean>
  /**
   * Whether what is due has waited for longer than a living holder of the lease leaves it. Then this process does the work without the lease,
   * which anyone with rights on the database can hold by writing to its row; so several processes must be able to work at once. A run that is
   * overdue goes on when its lease is taken.
   */
  isOverdue?: () => boolean
  /** How long others may hold the lease while there is something to do, until it is overdue; never by itself when left out. */
  overdueMs?: number
  /** One run, of bounded length. `signal` requests an early end: the program stops, or the lease was lost. */
  run: (signal: AbortSignal) => Promise<void>
  /** Logged when a check or a run fails; it is retried. */
  failureMessage: string
}

export type RunningWork = {
  /** Ends the current run early and releases the lease. */
  stop: () => Promise<void>
}

/** Starts the work; it continues until it is stopped. */
export function startLeasedWork(deps: Pick<Deps, 'db' | 'log'>, work: LeasedWork): RunningWork {
  const holder = randomUUID()
  const stopping = new AbortController()
  let hasHeld = false
  let deniedSince: number | null = null
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()

  const isOverdue = (): boolean =>
    work.isOverdue?.() === true ||
    (work.overdueMs !== undefined && deniedSince !== null && performance.now() - deniedSince >= work.overdueMs)
  const runIfDue = async (): Promise<void> => {
    try {
      if (!(await work.isDue())) {
        deniedSince = null
        return
      }
      if (await holdLease(deps.db, work.name, holder, work.leaseMs)) {
        hasHeld = true
        deniedSince = null
        await underLease(deps, work, holder, stopping.signal)
        return
      }
      deniedSince ??= performance.now()
      if (isOverdue()) {
        const lease = { lease: work.name, ...(await readLease(deps.db, work.name)) }
        deps.log.error(lease, 'a lease is held and its work is not done: this process does it without the lease')
        await work.run(stopping.signal)
      }
    } catch (error) {
      if (!stopping.signal.aborted) deps.log.warn({ err: error }, work.failureMessage)
    } finally {
      if (!stopping.signal.aborted) timer = setTimeout(begin, work.everyMs)
    }
  }
  const begin = (): void => {
    current = runIfDue()
  }
  if (work.firstAfterMs === undefined) begin()
  else timer = setTimeout(begin, work.firstAfterMs)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await current
      if (hasHeld) await releaseLease(deps.db, work.name, holder).catch(() => {})
    },
  }
}

/** Performs a run and renews the lease meanwhile; the run is aborted when another process has taken the lease, unless it is overdue. */
async function underLease(
  deps: Pick<Deps, 'db' | 'log'>,
  work: LeasedWork,
  holder: string,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  let isLogged = false
  const renew = async (): Promise<void> => {
    // Only another holder aborts the run, not a database that does not answer for a moment.
    const isHeld = await holdLease(deps.db, work.name, holder, work.leaseMs).catch(() => true)
    if (isHeld) return
    if (work.isOverdue?.() !== true) lost.abort()
    else if (!isLogged) {
      isLogged = true
      deps.log.error({ lease: work.name }, 'a lease was taken from a run that is overdue: the run goes on without it')
    }
  }
  const renewal = setInterval(() => void renew(), work.leaseMs / 3)
  try {
    await work.run(AbortSignal.any([stopping, lost.signal]))
  } finally {
    clearInterval(renewal)
  }
}
