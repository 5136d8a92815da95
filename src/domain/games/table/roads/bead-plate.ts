import { roadRows, type Place } from './road-places.ts'
import type { RoadRound } from './road-round.ts'

/** The bead plate: every round, ties too, down the columns from the left. */
export function beadPlate(rounds: readonly RoadRound[]): (Place & { round: RoadRound })[] {
  return rounds.map((round, index) => ({ column: Math.floor(index / roadRows), row: index % roadRows, round }))
}
