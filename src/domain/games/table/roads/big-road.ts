import { placesOfStreaks, type Place } from './road-places.ts'
import type { RoadEntry } from './road-round.ts'

/** A round that a side won, with the ties after it. The first one also has the ties before it. */
export type BigRoadEntry<Round> = { round: Round; ties: Round[] }

/** The streaks of the big road: rounds in a row that one side won. `openTies` are ties while no side has won yet. */
export type BigRoadStreaks<Round> = { streaks: BigRoadEntry<Round>[][]; openTies: Round[] }

/** A cell of the big road. `round` is null only in the first cell while every round was a tie. */
export type BigRoadCell<Round> = Place & { round: Round | null; ties: readonly Round[] }

/** Joins rounds to streaks: the columns of the big road as the rules mean them, however long. */
export function streaksOf<Round extends RoadEntry>(rounds: readonly Round[]): BigRoadStreaks<Round> {
  const streaks: BigRoadEntry<Round>[][] = []
  const openTies: Round[] = []
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
export function bigRoad<Round extends RoadEntry>(rounds: readonly Round[]): BigRoadCell<Round>[] {
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
