import type { Amount } from '#domain/money.ts'
import type { Spot, TableGame } from './table-game.ts'

/** The limits of a table's spots, and placements as texts. */

/**
 * The most that a member may have on a spot in a round, a multiple of the chip: `most`, or of a spot with odds above 1:1 the stake that
 * wins as much.
 */
export function mostOnSpot({ pays }: Spot, { most, chip }: { most: Amount; chip: Amount }): Amount {
  const bounds = pays.flatMap(({ returns: [numerator, denominator] }) =>
    numerator > 2 * denominator ? [(most * BigInt(denominator)) / BigInt(numerator - denominator)] : [],
  )
  const least = bounds.reduce((lowest, one) => (one < lowest ? one : lowest), most)
  return least - (least % chip)
}

/** The most placements of a member in a round, undone ones too. */
export const mostPlacements = 40

/** A stake on a spot, as a call sends it. */
export type SpotStake = { spot: string; stake: Amount }

/** The stakes of a placement, one for each spot, by code; stakes that name a spot twice are added. */
export function mergedStakes(stakes: readonly SpotStake[]): SpotStake[] {
  const merged = new Map<string, Amount>()
  for (const { spot, stake } of stakes) merged.set(spot, (merged.get(spot) ?? 0n) + stake)
  return [...merged]
    .map(([spot, stake]) => ({ spot, stake }))
    .toSorted((one, other) => (one.spot < other.spot ? -1 : 1))
}

/** The first spot of a placement that the game does not have, or whose stake is no multiple of the chip; null when all are in order. */
export function wrongSpot(game: TableGame, stakes: readonly SpotStake[], chip: Amount): string | null {
  const codes = new Set(game.spots.map(({ code }) => code))
  return stakes.find(({ spot, stake }) => !codes.has(spot) || stake <= 0n || stake % chip !== 0n)?.spot ?? null
}

/** Stakes as the database has them: `banker:200000 tie:100000`, in 1/10 000 of the unit. */
export function spotsText(stakes: readonly SpotStake[]): string {
  return stakes.map(({ spot, stake }) => `${spot}:${stake}`).join(' ')
}

/** The stakes of such a text. */
export function stakesOfText(text: string): SpotStake[] {
  return text.split(' ').map((part) => {
    const [spot = '', stake = ''] = part.split(':')
    return { spot, stake: BigInt(stake) }
  })
}
