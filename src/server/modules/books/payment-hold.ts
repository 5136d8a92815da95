import type { Deps } from '#server/deps.ts'

/** What a process knows of the runs of the books, its own and the recorded ones. */
export type RunsKnown = {
  /** The age of the newest run that ended, of any process. */
  ageMs: number
  /** How long ago the newest recorded run began that the program signed; Infinity where there is none, or one is open. */
  recordedMs: number
  /** What that run found; -1 where it could not finish. */
  faults: number
}

/** Why a process holds payments by itself (docs/decisions/014-books-that-stop-money.md). */
export type PaymentHold = {
  /** A result that stops money-out could not be stored. */
  unstored: () => void
  /** A result of this process was stored: without faults the database decides, otherwise payments are held until a clean run. */
  stored: (run: { begunAtMs: number; faults: number }) => void
  isUnstored: () => boolean
  /** Since when this process holds payments because of what it saw itself (`suspectBooks`), on the clock of `performance`. */
  suspectedAtMs: () => number | null
  /** Holds payments while no run has ended for longer than honest runs take; ends what a newer recorded run ends. */
  judge: (known: RunsKnown) => void
}

type Since = { at: Date; ms: number }

/** `longestMs`: how long honest runs leave payments without a result; null where no runs are scheduled. Writes `deps.moneyOut`. */
export function createPaymentHold(deps: Pick<Deps, 'log' | 'moneyOut'>, longestMs: number | null): PaymentHold {
  const { moneyOut } = deps
  let unstoredSince: Date | null = null
  let staleSince: Date | null = null
  let foundSince: Since | null = null
  const apply = (): void => {
    moneyOut.heldSince = unstoredSince ?? foundSince?.at ?? moneyOut.suspected?.at ?? staleSince
  }
  return {
    unstored: () => {
      unstoredSince ??= new Date()
      apply()
    },
    stored: ({ begunAtMs, faults }) => {
      unstoredSince = null
      foundSince = faults === 0 ? null : (foundSince ?? { at: new Date(), ms: performance.now() })
      if (moneyOut.suspected !== null && moneyOut.suspected.ms < begunAtMs) moneyOut.suspected = null
      apply()
    },
    isUnstored: () => unstoredSince !== null,
    suspectedAtMs: () => moneyOut.suspected?.ms ?? null,
    judge: ({ ageMs, recordedMs, faults }) => {
      const isStale = longestMs !== null && ageMs > longestMs
      if (isStale && staleSince === null)
        deps.log.error('no run of the books has ended for too long: this process holds payments back')
      staleSince = isStale ? (staleSince ?? new Date()) : null
      const begunAtMs = performance.now() - recordedMs
      if (moneyOut.suspected !== null && moneyOut.suspected.ms < begunAtMs) moneyOut.suspected = null
      if (faults === 0 && foundSince !== null && foundSince.ms < begunAtMs) foundSince = null
      apply()
    },
  }
}
