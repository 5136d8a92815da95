import type { Deps } from '#server/deps.ts'
import { suspectBooks } from '#server/ledger/book-runs.ts'
import { isTakenBack } from './known-rounds.ts'
import { readSeatRound, type SeatRoundRow } from './store.ts'

/**
 * Throws where a round lacks a decision, the default or the end that this process answered, and holds its payments: somebody took back what its member has
 * seen, and it must not be decided otherwise. It is read again first, because it may have been read before it was answered.
 */
export async function refuseTakenBack(
  deps: Pick<Deps, 'db' | 'config' | 'moneyOut'>,
  round: SeatRoundRow,
): Promise<void> {
  if (!isTakenBack(deps, round)) return
  const again = await readSeatRound(deps.db, round.memberId, round.id)
  if (again !== null && !isTakenBack(deps, again)) return
  suspectBooks(deps.moneyOut)
  throw new Error(`round ${round.id} of member ${round.memberId} went back behind what was answered`)
}
