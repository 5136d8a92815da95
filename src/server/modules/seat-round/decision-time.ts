import type { Deps } from '#server/deps.ts'
import { readPair } from '#server/modules/slot/store.ts'
import type { SeatRoundRow } from './store.ts'

/** The time that the row of an open round gives the next decision, compared with what the process knows otherwise (docs/decisions/046-seat-rounds.md). */

/** The least and the most that a decision may take at a table, in ms; the books compare it with the setting. */
const leastTimeMs = 5_000
const mostTimeMs = 120_000

/** Throws where the time for the next decision, after the last one at `lastAt`, is none that a table can have. */
export function refuseAlteredTime({ id, decideBy }: SeatRoundRow, lastAt: Date): void {
  const timeMs = decideBy.getTime() - lastAt.getTime()
  if (timeMs < leastTimeMs || timeMs > mostTimeMs)
    throw new Error(`the next decision of round ${id} has ${timeMs} ms, which no table gives`)
}

/** Throws where a round takes the default before its time is over and no restriction has revealed its pair. */
export async function refuseEarlyDefault(
  deps: Pick<Deps, 'db' | 'config'>,
  { id, memberId, seedId, defaulted, decideBy, now }: SeatRoundRow,
): Promise<void> {
  if (!defaulted || decideBy <= now) return
  const pair = await readPair(deps, memberId, seedId)
  if (pair?.isRevealed !== true) throw new Error(`round ${id} takes the default before its time is over`)
}
