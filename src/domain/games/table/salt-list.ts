import { sha256Hex } from '../sha256.ts'
import { mostLinks } from './chain.ts'
import { headOf, isHashText, isName, lines, type SeriesId } from './series-id.ts'

/**
 * The salts of a series: what the browsers at a table add to the committed links. Each sends the hash of a fresh salt first;
 * the hashes are closed and published; then each sends its salt. Nobody can choose a salt by those of others, and the
 * platform cannot choose links by the salts. `docs/fairness.md`, section 13, has the bytes.
 */

/** Why a salt whose hash came in time is not among the salts that are mixed. */
export const unmixedReasons = ['missing', 'late', 'wrong'] as const
export type Unmixed = (typeof unmixedReasons)[number]

/**
 * A hash that came in time, with its salt, both 64 lower-case hex digits. `seat` names a browser at the table. `salt` is
 * null where `unmixed` says why.
 */
export type SaltEntry =
  | { seat: string; saltHash: string; salt: string; unmixed: null }
  | { seat: string; saltHash: string; salt: null; unmixed: Unmixed }

/** The salts of a series as they are published before its first round. */
export type SaltList = SeriesId & {
  /** By seat, in ascending order of characters. */
  entries: readonly SaltEntry[]
  /** Seats whose hash came too late, in the order of arrival; they take no part. */
  lateSeats: readonly string[]
}

/** The most salts of a series. */
export const mostSalts = 1000

/** The hash by which a browser commits to its salt, 64 lower-case hex digits. It holds for this seat and series alone. */
export function saltHashOf(series: SeriesId, { seat, salt }: { seat: string; salt: string }): string {
  return sha256Hex(lines('baize-salt', ...headOf(series), seat, salt))
}

/** The digest of the closed hashes, which a browser keeps to compare the list with; `hashes` by seat. */
export function hashesDigest(series: SeriesId, hashes: readonly { seat: string; saltHash: string }[]): string {
  const entries = hashes.map(({ seat, saltHash }) => `${seat} ${saltHash}`)
  return sha256Hex(lines('baize-salt-hashes', ...headOf(series), ...entries))
}

/**
 * The mix of a list, 64 lower-case hex digits, which the stream has in the place of a client seed. It covers the hashes that
 * were closed before the first salt was opened, and the salts that fit them. Neither late seats nor the reason of a missing
 * salt are in it, so they choose nothing. Throws RangeError for a list with faults.
 */
export function mixOf(list: SaltList): string {
  const [fault] = saltFaults(list)
  if (fault) throw new RangeError(`The list of salts has the fault ${fault.kind} (seat "${fault.seat}").`)
  const entries = list.entries.map(({ seat, saltHash, salt }) => `${seat} ${saltHash} ${salt ?? '-'}`)
  return sha256Hex(lines('baize-salts', ...headOf(list), ...entries))
}

/** The kinds of faults of a list, each with its meaning. */
export const saltFaultKinds = {
  malformed: 'a name, number, hash or salt has not its form, or there are too many seats',
  'out-of-order': 'the seats do not ascend, or one occurs twice',
  'wrong-salt': 'a salt does not fit its hash',
  'hashes-changed': 'the hashes are not those that were published before the first salt',
  'own-salt-left-out': 'the own salt is not mixed',
} as const
export type SaltFaultKind = keyof typeof saltFaultKinds

/** A fault and the seat that it concerns, an empty text if it concerns the list. */
export type SaltFault = { kind: SaltFaultKind; seat: string }

/** The faults of a list by itself. */
export function saltFaults(list: SaltList): SaltFault[] {
  const malformed = malformedParts(list)
  if (malformed.length > 0) return malformed
  return list.entries.flatMap((entry, index): SaltFault[] => {
    const { seat, saltHash, salt } = entry
    const before = list.entries[index - 1]
    const isWrong = salt !== null && saltHashOf(list, { seat, salt }) !== saltHash
    return [
      ...(before && before.seat >= seat ? [{ kind: 'out-of-order' as const, seat }] : []),
      ...(isWrong ? [{ kind: 'wrong-salt' as const, seat }] : []),
    ]
  })
}

/** What a browser kept of a series: the digest of the closed hashes, and its own salt if it sent one in time. */
export type KeptSalts = { hashes: string; own: { seat: string; salt: string } | null }

/** The faults of a list against what a browser kept. */
export function keptSaltFaults(list: SaltList, { hashes, own }: KeptSalts): SaltFault[] {
  const isMixed = own === null || list.entries.some(({ seat, salt }) => seat === own.seat && salt === own.salt)
  return [
    ...(hashesDigest(list, list.entries) === hashes ? [] : [{ kind: 'hashes-changed' as const, seat: '' }]),
    ...(isMixed ? [] : [{ kind: 'own-salt-left-out' as const, seat: own.seat }]),
  ]
}

/** The seats whose salt another seat before them has too: it was not drawn freshly. All are mixed nevertheless. */
export function repeatedSalts({ entries }: SaltList): string[] {
  const known = new Set<string>()
  return entries.flatMap(({ seat, salt }) => {
    if (salt === null) return []
    const isRepeated = known.has(salt)
    known.add(salt)
    return isRepeated ? [seat] : []
  })
}

function malformedParts({ entries, lateSeats, ...series }: SaltList): SaltFault[] {
  const { table, game, firstLink, previousLink } = series
  const isSeries =
    isName(table) &&
    isName(game) &&
    Number.isInteger(firstLink) &&
    firstLink >= 1 &&
    firstLink <= mostLinks &&
    isHashText(previousLink)
  const wrongEntries = entries.filter(
    ({ seat, saltHash, salt, unmixed }) =>
      !isName(seat) ||
      !isHashText(saltHash) ||
      (salt === null ? unmixed === null : unmixed !== null || !isHashText(salt)),
  )
  const seats = [...wrongEntries.map(({ seat }) => seat), ...lateSeats.filter((seat) => !isName(seat))]
  return [
    ...(isSeries && entries.length <= mostSalts ? [] : [{ kind: 'malformed' as const, seat: '' }]),
    ...seats.map((seat) => ({ kind: 'malformed' as const, seat })),
  ]
}
