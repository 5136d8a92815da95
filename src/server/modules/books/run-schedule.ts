import type { BooksState } from '#server/ledger/book-runs.ts'
import type { PaymentHold } from './payment-hold.ts'

/** Seconds between runs while money-out is stopped. */
export const stoppedSeconds = 300
/** Pause before an interrupted run is started again. */
const pauseSeconds = 10

/** Before the first look. */
export const unread: BooksState = {
  stoppedAt: null,
  faults: 0,
  ageSeconds: null,
  restSeconds: null,
  isRequested: false,
  isOpen: false,
  hasNewDifference: false,
  runs: [],
  shown: { faults: 0, ageSeconds: null },
}

/**
 * Whether a run is due: an operator requested one, one that began was not ended, a redrawn round differs, or the last is older than the interval. 0 minutes: only on request.
 */
export function isRunDue(state: BooksState, everyMinutes: number): boolean {
  if (state.isRequested) return true
  if (since(state.restSeconds) < pauseSeconds) return false
  if (state.hasNewDifference || state.isOpen) return true
  const age = since(state.ageSeconds)
  if (state.stoppedAt !== null) return age >= Math.min(stoppedSeconds, everyMinutes * 60 || stoppedSeconds)
  return everyMinutes > 0 && age >= everyMinutes * 60
}

/** A time in the future means that a clock was set back: its age is unknown and counts as infinite. */
function since(seconds: number | null): number {
  return seconds === null || seconds < 0 ? Infinity : seconds
}

/** When one process makes a run of the books: by the recorded runs, and by those that it made itself. */
export type RunSchedule = {
  state: () => BooksState
  /** Takes what a look read; `isForged`: the program did not sign a recorded run. Judges the hold of payments by it. */
  read: (state: BooksState, isForged: boolean) => void
  isDue: () => boolean
  /** Since how many milliseconds a run has been due without one that ended with a result; 0 where none is due. An interrupted run does not count. */
  dueMs: () => number
  begin: () => void
  end: (isInterrupted: boolean) => void
  /** When this process last began a run, on the clock of `performance`. */
  begunAtMs: () => number
}

/** `ownEveryMs`: how often the process makes a run of its own on a schedule, whatever the recorded runs are. */
export function createRunSchedule(
  hold: Pick<PaymentHold, 'isUnstored' | 'suspectedAtMs' | 'judge'>,
  { everyMinutes, ownEveryMs }: { everyMinutes: number; ownEveryMs: number },
): RunSchedule {
  const startedAt = performance.now()
  let state = unread
  let isForged = false
  let dueSince: number | null = null
  let begunAt = -Infinity
  /** The last run of this process that ended with a result. */
  let ranAt: number | null = null
  /** The last run of this process, where it was interrupted and no newer one has a result. */
  let interruptedAt: number | null = null
  const isDueNow = (withPause: boolean): boolean => {
    const now = performance.now()
    if (interruptedAt !== null) return !withPause || state.isRequested || now - interruptedAt >= pauseSeconds * 1_000
    if (hold.isUnstored()) return now - begunAt >= stoppedSeconds * 1_000
    if ((hold.suspectedAtMs() ?? -Infinity) > begunAt) return true
    const restMs = ranAt === null ? Infinity : now - ranAt
    // The recorded runs prove nothing then, so this process counts from its own, and no more often than while money-out is stopped.
    if (isForged || (state.ageSeconds ?? 0) < 0 || (state.restSeconds ?? 0) < 0)
      return state.isRequested || ((everyMinutes > 0 || state.stoppedAt !== null) && restMs >= stoppedSeconds * 1_000)
    const aloneMs = now - (ranAt ?? startedAt)
    return (
      isRunDue(withPause ? state : { ...state, restSeconds: null }, everyMinutes) ||
      (everyMinutes > 0 && aloneMs >= ownEveryMs)
    )
  }
  /** The newest recorded run with a result, as this process first saw it; it began on the clock of `performance`. */
  let newest = { run: '', begunAt: -Infinity }
  return {
    state: () => state,
    read: (next, forged) => {
      state = next
      isForged = forged
      const now = performance.now()
      const ageMs = since(state.ageSeconds) * 1_000
      const [run = ''] = state.runs
      if (run !== newest.run) newest = { run, begunAt: now - ageMs }
      // The greater of two clocks: the database's may have been set back since this process first saw the run.
      const recordedMs = isForged ? Infinity : Math.max(ageMs, now - newest.begunAt)
      if (now - recordedMs > begunAt) interruptedAt = null
      hold.judge({
        // A process that has just started knows too little.
        ageMs: Math.min(now - (ranAt ?? startedAt), recordedMs),
        recordedMs: state.isOpen ? Infinity : recordedMs,
        faults: state.faults,
      })
    },
    isDue: () => {
      dueSince = isDueNow(false) ? (dueSince ?? performance.now()) : null
      return isDueNow(true)
    },
    dueMs: () => (dueSince === null ? 0 : performance.now() - dueSince),
    begin: () => {
      begunAt = performance.now()
    },
    end: (isInterrupted) => {
      if (isInterrupted) {
        interruptedAt = performance.now()
        return
      }
      interruptedAt = null
      ranAt = performance.now()
      dueSince = null
    },
    begunAtMs: () => begunAt,
  }
}
