import { placesOfStreaks, type Place } from './road-places.ts'
import type { RoadRound } from './road-round.ts'

/** A round that a side won, with the ties after it. The first one also has the ties before it. */
export type BigRoadEntry = { round: RoadRound; ties: RoadRound[] }

/** The streaks of the big road: rounds in a row that one side won. `openTies` are ties while no side has won yet. */
export type BigRoadStreaks = { streaks: BigRoadEntry[][]; openTies: RoadRound[] }

/** A cell of the big road. `round` is null only in the first cell while every round was a tie. */
export type BigRoadCell = Place & { round: RoadRound | null; ties: readonly RoadRound[] }

/** Joins rounds to streaks: the columns of the big road as the rules mean them, however long. */
export function streaksOf(rounds: readonly RoadRound[]): BigRoadStreaks {
  const streaks: BigRoadEntry[][] = []
  const openTies: RoadRound[] = []
  for (const round of rounds) {
    const streak = streaks.at(-1)
    const last = streak?.at(-1)
    if (round.winner === 'tie') (last?.ties ?? openTies).push(round)
    else if (streak && last?.round.winner === round.winner) streak.push({ round, ties: [] })
    else streaks.push([{ round, ties: last ? [] : openTies.splice(0) }])
  }
  return { streaks, openTies }
}

/** The big road as it is drawn. */
export function bigRoad(rounds: readonly RoadRound[]): BigRoadCell[] {
  const { streaks, openTies } = streaksOf(rounds)
  if (streaks.length === 0 && openTies.length > 0) return [{ column: 0, row: 0, round: null, ties: openTies }]
  const places = placesOfStreaks(streaks.map((streak) => streak.length))
  return streaks.flatMap((streak, column) =>
    streak.flatMap((entry, row) => {
      const place = places[column]?.[row]
      return place ? [{ ...place, ...entry }] : []
    }),
  )
}
