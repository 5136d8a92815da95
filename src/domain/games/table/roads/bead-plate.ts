import { roadRows, type Place } from './road-places.ts'

/** The bead plate: every round, ties too, down the columns from the left. */
export function beadPlate<Round>(rounds: readonly Round[]): (Place & { round: Round })[] {
  return rounds.map((round, index) => ({ column: Math.floor(index / roadRows), row: index % roadRows, round }))
}
