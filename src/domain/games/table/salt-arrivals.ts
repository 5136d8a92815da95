import { mostSalts, saltHashOf, type SaltEntry, type SaltList } from './salt-list.ts'
import { isHashText, isName, type SeriesId } from './series-id.ts'

/** A hash as it arrived; `isLate` if the hashes were closed by then. */
export type HashArrival = { seat: string; saltHash: string; isLate: boolean }

/** A salt as it arrived; `isLate` if the list was due by then. */
export type SaltArrival = { seat: string; salt: string; isLate: boolean }

/**
 * The hashes that came in time, as they are published before the first salt is opened: of each seat the first one, by
 * seat. Throws RangeError for malformed seats or hashes, and for more than `mostSalts`.
 */
export function closeHashes(arrivals: readonly HashArrival[]): { seat: string; saltHash: string }[] {
  const first = new Map<string, string>()
  for (const { seat, saltHash, isLate } of arrivals) {
    if (!isName(seat) || !isHashText(saltHash)) throw new RangeError(`The hash of seat "${seat}" is malformed.`)
    if (!isLate && !first.has(seat)) first.set(seat, saltHash)
  }
  if (first.size > mostSalts) throw new RangeError(`A series has at most ${mostSalts} salts.`)
  return [...first]
    .map(([seat, saltHash]) => ({ seat, saltHash }))
    .toSorted((one, other) => (one.seat < other.seat ? -1 : 1))
}

/**
 * The list of a series, from all that arrived. Of each seat the first salt counts. Salts that are late, wrong or
 * missing are named and not mixed; a salt without a hash is not listed. Throws RangeError as `closeHashes`.
 */
export function listSalts(
  { table, game, firstLink, previousLink }: SeriesId,
  { hashes, salts }: { hashes: readonly HashArrival[]; salts: readonly SaltArrival[] },
): SaltList {
  const series = { table, game, firstLink, previousLink }
  const closed = closeHashes(hashes)
  const inTime = new Set(closed.map(({ seat }) => seat))
  const late = hashes.filter(({ seat, isLate }) => isLate && !inTime.has(seat)).map(({ seat }) => seat)
  const arrivals = new Map(salts.toReversed().map((one) => [one.seat, one]))
  const entries = closed.map(({ seat, saltHash }): SaltEntry => {
    const arrival = arrivals.get(seat)
    if (!arrival) return { seat, saltHash, salt: null, unmixed: 'missing' }
    if (arrival.isLate) return { seat, saltHash, salt: null, unmixed: 'late' }
    const isRight = isHashText(arrival.salt) && saltHashOf(series, arrival) === saltHash
    return isRight
      ? { seat, saltHash, salt: arrival.salt, unmixed: null }
      : { seat, saltHash, salt: null, unmixed: 'wrong' }
  })
  return { ...series, entries, lateSeats: [...new Set(late)] }
}
