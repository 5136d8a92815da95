import type { Deps } from '#server/deps.ts'
import { isKnownRevealed, readPair } from '#server/modules/slot/store.ts'
import { readSeatRound, type SeatRoundRow } from './store.ts'

/**
 * Whether the pair of an open round without the default is still secret. False where the round has changed meanwhile and is to be read again. Throws where
 * the pair was revealed by its signed record or by this process, or is not as the program recorded it: the cards are known, and nothing is left to decide.
 * The row alone decides nothing here, because somebody may have put it back (docs/decisions/046-seat-rounds.md).
 */
export async function isPairSecret(
  deps: Pick<Deps, 'db' | 'config'>,
  { id, memberId, seedId }: SeatRoundRow,
): Promise<boolean> {
  const pair = isKnownRevealed(deps, seedId) ? null : await readPair(deps, memberId, seedId)
  if (pair?.isRevealed === false) return true
  const again = await readSeatRound(deps.db, memberId, id)
  if (again?.state === 'open' && !again.defaulted)
    throw new Error(`round ${id} is decided with a pair that was revealed, or is not as the program recorded it`)
  return false
}
