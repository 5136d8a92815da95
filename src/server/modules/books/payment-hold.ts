import type { Deps } from '#server/deps.ts'

/** Why a process holds payments by itself (docs/decisions/014-books-that-stop-money.md). */
export type PaymentHold = {
  /** A result that stops money-out could not be stored. */
  unstored: () => void
  /** A result was stored: from now on the database decides. */
  stored: () => void
  isUnstored: () => boolean
  /** Holds payments while no run has ended for longer than honest runs take; `ageMs` is the age of the newest that ended. */
  judgeAge: (ageMs: number) => void
}

/** `longestMs`: how long honest runs leave payments without a result; null where no runs are scheduled. Writes `deps.moneyOut`. */
export function createPaymentHold(deps: Pick<Deps, 'log' | 'moneyOut'>, longestMs: number | null): PaymentHold {
  let unstoredSince: Date | null = null
  let staleSince: Date | null = null
  const apply = (): void => {
    deps.moneyOut.heldSince = unstoredSince ?? staleSince
  }
  return {
    unstored: () => {
      unstoredSince ??= new Date()
      apply()
    },
    stored: () => {
      unstoredSince = null
      apply()
    },
    isUnstored: () => unstoredSince !== null,
    judgeAge: (ageMs) => {
      const isStale = longestMs !== null && ageMs > longestMs
      if (isStale && staleSince === null)
        deps.log.error('no run of the books has ended for too long: this process holds payments back')
      staleSince = isStale ? (staleSince ?? new Date()) : null
      apply()
    },
  }
}
