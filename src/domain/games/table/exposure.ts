import type { Amount } from '#domain/money.ts'
import { possibleMarks } from './marks.ts'
import { amountReturned, returnedBy, type Call, type TableGame } from './table-game.ts'

/** A stake on a spot. */
export type Placement = { spot: string; stake: Amount }

/** The placements of a call with chips of this amount. */
export function placementsOf({ chips }: Call, chip: Amount): Placement[] {
  return chips.map(({ spot, count }) => ({ spot, stake: chip * BigInt(count) }))
}

/**
 * The most that placements can cost the platform: what they return in the worst outcome, less all stakes; below 0 if it wins in
 * every outcome. Throws RangeError for a spot that the game does not have, and as `amountReturned`.
 */
export function largestLoss(game: TableGame, placements: readonly Placement[]): Amount {
  const staked = placements.reduce((sum, { stake }) => sum + stake, 0n)
  const spots = placements.map((placement) => {
    const spot = game.spots.find(({ code }) => code === placement.spot)
    if (!spot) throw new RangeError(`${game.code} has no spot ${placement.spot}.`)
    return { spot, stake: placement.stake }
  })
  const returned = possibleMarks(game.kind).map((marks) => {
    const shown = new Set(marks)
    return spots.reduce((sum, { spot, stake }) => sum + amountReturned(stake, returnedBy(spot, shown)), 0n)
  })
  return returned.reduce((most, one) => (one > most ? one : most), 0n) - staked
}
