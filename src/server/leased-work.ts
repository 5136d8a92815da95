import { randomUUID } from 'node:crypto'
import type { Deps } from './deps.ts'
import { holdLease, releaseLease } from './lease.ts'

/** Work of the house that is done again and again, by one process at a time. */
export type LeasedWork = {
  /** The name of its lease. */
  name: string
  /** From the end of a turn to the next look. */
  everyMs: number
  /** How long a holder that died keeps others waiting; while a turn lasts, the lease is kept up. */
  leaseMs: number
  /** How long after the start the first look is; at once when left out. */
  firstAfterMs?: number
  /** Looks whether there is anything to do: in every process, without the lease, so it should cost little. */
  isDue: () => Promise<boolean>
  /** One turn, bounded by itself. `signal` says that it should end early: the program does, or the lease was lost. */
  takeTurn: (signal: AbortSignal) => Promise<void>
  /** Said in the log when a look or a turn fails; it is tried again. */
  trouble: string
}

export type RunningWork = {
  /** Ends the turn it is in and gives the lease back. */
  stop: () => Promise<void>
}

/** Starts the work; it goes on until it is stopped. */
export function startLeasedWork(deps: Pick<Deps, 'db' | 'log'>, work: LeasedWork): RunningWork {
  const holder = randomUUID()
  const stopping = new AbortController()
  let hasHeld = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    try {
      if ((await work.isDue()) && (await holdLease(deps.db, work.name, holder, work.leaseMs))) {
        hasHeld = true
        await underLease(deps, work, holder, stopping.signal)
      }
    } catch (error) {
      if (!stopping.signal.aborted) deps.log.warn({ err: error }, work.trouble)
    }
    if (!stopping.signal.aborted) timer = setTimeout(begin, work.everyMs)
  }
  const begin = (): void => {
    turn = look()
  }
  if (work.firstAfterMs === undefined) begin()
  else timer = setTimeout(begin, work.firstAfterMs)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await turn
      if (hasHeld) await releaseLease(deps.db, work.name, holder).catch(() => {})
    },
  }
}

/** Takes the turn and keeps the lease up meanwhile; a turn whose lease another has taken is told to end. */
async function underLease(
  deps: Pick<Deps, 'db' | 'log'>,
  work: LeasedWork,
  holder: string,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const keepUp = async (): Promise<void> => {
    // A database that does not answer for a moment is no reason to end; another holder is.
    const isOurs = await holdLease(deps.db, work.name, holder, work.leaseMs).catch(() => true)
    if (!isOurs) lost.abort()
  }
  const beat = setInterval(() => void keepUp(), work.leaseMs / 3)
  try {
    await work.takeTurn(AbortSignal.any([stopping, lost.signal]))
  } finally {
    clearInterval(beat)
  }
}
