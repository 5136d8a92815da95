/** A place of a road, from the top left; roads have six rows and as many columns as they need. */
export type Place = { column: number; row: number }

export const roadRows = 6

/**
 * The places of streaks of these lengths, one list per streak. A streak begins at the top of the first column right of where the one before began
 * whose top place is free. It goes down until the bottom or a taken place is below, then right for its rest: the dragon's tail.
 */
export function placesOfStreaks(lengths: readonly number[]): Place[][] {
  const taken = new Set<string>()
  const isFree = ({ column, row }: Place): boolean => row < roadRows && !taken.has(`${column} ${row}`)
  let start = -1
  return lengths.map((length) => {
    start += 1
    while (!isFree({ column: start, row: 0 })) start += 1
    const places: Place[] = []
    let place = { column: start, row: 0 }
    let isTail = false
    for (let index = 0; index < length; index++) {
      taken.add(`${place.column} ${place.row}`)
      places.push(place)
      const below = { column: place.column, row: place.row + 1 }
      isTail ||= !isFree(below)
      place = isTail ? { column: place.column + 1, row: place.row } : below
    }
    return places
  })
}
