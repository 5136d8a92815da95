import { streaksOf } from './big-road.ts'
import { placesOfStreaks, type Place } from './road-places.ts'
import type { RoadEntry } from './road-round.ts'

/** The three roads that are derived from the big road, with the distance of the columns that each compares. */
export const derivedRoads = { 'big-eye-boy': 1, 'small-road': 2, 'cockroach-pig': 3 } as const
export type DerivedRoad = keyof typeof derivedRoads

/** Red where the big road repeats itself, blue where it does not; neither is a side. */
export type Colour = 'red' | 'blue'

/**
 * The colours of a derived road in the order of the rounds. An entry of the big road that begins a streak is red if the two streaks
 * before it, the second one `distance` further left, are equally long. Any other entry is red unless the streak `distance` to the
 * left ends exactly above its row. An entry without such a streak has no colour; ties have none.
 */
export function coloursOf(rounds: readonly RoadEntry[], road: DerivedRoad): Colour[] {
  const distance = derivedRoads[road]
  const lengths = streaksOf(rounds).streaks.map((streak) => streak.length)
  return lengths.flatMap((length, column) =>
    Array.from({ length }, (_, row): Colour[] => {
      const compared = lengths[row === 0 ? column - 1 - distance : column - distance]
      if (compared === undefined) return []
      const isRed = row === 0 ? compared === lengths[column - 1] : compared !== row
      return [isRed ? 'red' : 'blue']
    }).flat(),
  )
}

/** A derived road as it is drawn: colours in a row that are alike make a column, as rounds do in the big road. */
export function derivedRoad(rounds: readonly RoadEntry[], road: DerivedRoad): (Place & { colour: Colour })[] {
  const runs = runsOf(coloursOf(rounds, road))
  const places = placesOfStreaks(runs.map(({ length }) => length))
  return runs.flatMap(({ colour }, index) => (places[index] ?? []).map((place) => ({ ...place, colour })))
}

/** Equal colours in a row, with their number. */
export function runsOf(colours: readonly Colour[]): { colour: Colour; length: number }[] {
  const runs: { colour: Colour; length: number }[] = []
  for (const colour of colours) {
    const last = runs.at(-1)
    if (last?.colour === colour) last.length += 1
    else runs.push({ colour, length: 1 })
  }
  return runs
}
