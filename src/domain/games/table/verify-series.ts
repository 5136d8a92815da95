import { canonicalJson } from '../math-hash.ts'
import { fromHex, hmacSha256, sha256 } from '../sha256.ts'
import { isLinkOf, isNextLink } from './chain.ts'
import type { TableOutcome } from './outcome.ts'
import {
  keptSaltFaults,
  mixOf,
  repeatedSalts,
  saltFaults,
  type KeptSalts,
  type SaltFault,
  type SaltList,
  type Unmixed,
} from './salt-list.ts'
import { isHashText } from './series-id.ts'
import { roundOfLink, shoeOfLink } from './series.ts'
import { roundsOfShoe } from './shoe.ts'
import { isShoeGame, linksOfSeries, type TableGame } from './table-game.ts'

/**
 * The verifier of a series: the rounds of a shoe, or the rounds in a row that share one list of salts. It draws them again from
 * the links that were revealed and compares. No clock, no IO.
 */

/** What was published of a series. */
export type SeriesRecord = {
  /** It names the link, or the end of the chain, that was known before the series. */
  salts: SaltList
  /** The links that were revealed, in hex, from `firstLink` on: one for a shoe when it has ended, else one for each round. */
  links: readonly string[]
  /** The rounds as they were shown, in order; null for a void round that showed nothing. It has its place all the same. */
  rounds: readonly (TableOutcome | null)[]
}

export type SeriesFault =
  | { kind: 'game'; expected: string; got: string }
  | { kind: 'salts'; fault: SaltFault }
  /** The link with this number does not follow the one before it, or is not that of the published chain. */
  | { kind: 'link'; number: number }
  /** The round with this index, from 0, is not the one that the link gives. `expected` is null for a round after the last one. */
  | { kind: 'round'; index: number; expected: TableOutcome | null; got: TableOutcome }

export type SeriesReport = {
  faults: SeriesFault[]
  /** The rounds that the revealed links give, in order; null where the game, the list of salts or a link has a fault. */
  drawn: TableOutcome[] | null
  /** The indices of shown rounds that no revealed link covers yet: nothing is proven of them. */
  unrevealed: number[]
  /** The rounds that the revealed links give after those of the record: a series that ended early passed over them. */
  undealt: TableOutcome[]
  /** False if no salt was mixed: then the series was drawn from the chain alone. */
  isSalted: boolean
  /** Seats whose hash came in time and whose salt was not mixed, with the reason. */
  unmixed: { seat: string; reason: Unmixed }[]
  lateSeats: readonly string[]
  /** Seats whose salt another seat has too. */
  repeatedSalts: string[]
}

/** What a verifier knows beside the record: the published end of the chain in hex, and what a browser kept. Either may be null. */
export type KnownOfSeries = { end: string | null; kept: KeptSalts | null }

/** Verifies a series; see `SeriesReport`. */
export function verifySeries(game: TableGame, record: SeriesRecord, { end, kept }: KnownOfSeries): SeriesReport {
  const { salts, rounds } = record
  const listFaults = saltFaults(salts)
  const basis: SeriesFault[] = [
    ...(salts.game === game.code ? [] : [{ kind: 'game' as const, expected: game.code, got: salts.game }]),
    ...listFaults.map((fault) => ({ kind: 'salts' as const, fault })),
    ...(listFaults.length === 0 ? [...endFaults(salts, end), ...linkFaults(game, record)] : []),
  ]
  const keptFaults = kept ? keptSaltFaults(salts, kept).map((fault) => ({ kind: 'salts' as const, fault })) : []
  const drawn = basis.length === 0 ? roundsOfLinks(game, salts, record.links) : null
  const covered = coveredRounds(game, drawn?.length ?? 0)
  const roundFaults = rounds.flatMap((got, index): SeriesFault[] => {
    if (got === null) return []
    const expected = drawn?.[index] ?? null
    const isSame = expected !== null && canonicalJson(expected) === canonicalJson(got)
    return isSame || !covered(index) ? [] : [{ kind: 'round', index, expected, got }]
  })
  return {
    faults: [...basis, ...keptFaults, ...roundFaults],
    drawn,
    unrevealed: drawn === null ? [] : rounds.flatMap((got, index) => (got === null || covered(index) ? [] : [index])),
    undealt: drawn?.slice(rounds.length) ?? [],
    isSalted: salts.entries.some(({ salt }) => salt !== null),
    unmixed: salts.entries.flatMap(({ seat, unmixed }) => (unmixed === null ? [] : [{ seat, reason: unmixed }])),
    lateSeats: salts.lateSeats,
    repeatedSalts: repeatedSalts(salts),
  }
}

/** `not-revealed`: there is no fault, but a shown round whose link is not revealed yet, or no link at all. */
export type SeriesVerdict = 'proven' | 'false' | 'not-revealed'

/** The verdict that follows from a report. */
export function seriesVerdict({ links }: SeriesRecord, { faults, unrevealed }: SeriesReport): SeriesVerdict {
  if (faults.length > 0) return 'false'
  return links.length === 0 || unrevealed.length > 0 ? 'not-revealed' : 'proven'
}

/** Which shown rounds are decided by what was revealed: all of a shoe, and those after the last round of a series. */
function coveredRounds(game: TableGame, drawn: number): (index: number) => boolean {
  if (isShoeGame(game)) return () => drawn > 0
  return (index) => index < drawn || index >= game.seriesRounds
}

/** The fault of a series that does not begin where the chain with the published end had come to. */
function endFaults({ firstLink, previousLink }: SaltList, end: string | null): SeriesFault[] {
  const number = firstLink - 1
  return end === null || isLinkOf(fromHex(end), number, fromHex(previousLink), sha256) ? [] : [{ kind: 'link', number }]
}

function linkFaults(game: TableGame, { salts, links }: SeriesRecord): SeriesFault[] {
  const wrong = links.findIndex((link, index) => {
    const previous = links[index - 1] ?? salts.previousLink
    return !isHashText(link) || index >= linksOfSeries(game) || !isNextLink(fromHex(previous), fromHex(link), sha256)
  })
  return wrong < 0 ? [] : [{ kind: 'link', number: salts.firstLink + wrong }]
}

/** The rounds that these links give, in hex and from the first link of the list on: all of a shoe, or one for each link. */
export function roundsOfLinks(game: TableGame, salts: SaltList, links: readonly string[]): TableOutcome[] {
  const mix = mixOf(salts)
  return links.flatMap((link, index): TableOutcome[] => {
    const seed = { link: fromHex(link), number: salts.firstLink + index, mix }
    return isShoeGame(game)
      ? roundsOfShoe(game, shoeOfLink(game, seed, hmacSha256))
      : [roundOfLink(game, seed, hmacSha256)]
  })
}
