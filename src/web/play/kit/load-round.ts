import type { PastRound } from '#contract/slot.ts'
import type { SeedKeeper } from './seed-keeper.ts'

/** One round of the member at a slot; null when it could not be read. */
export async function loadSlotRound(seeds: SeedKeeper, roundId: string): Promise<PastRound | null> {
  const end = await seeds.call('get-round', { roundId })
  return end.kind === 'answer' && end.answer.status === 'success' ? end.answer.round : null
}
