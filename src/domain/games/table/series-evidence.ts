import { isCount, isHex64, isObject } from '../pasted-text.ts'
import { mostLinks } from './chain.ts'
import type { TableOutcome } from './outcome.ts'
import { runners } from './race/draw-race.ts'
import { mostSalts, unmixedReasons, type KeptSalts, type SaltEntry, type SaltList } from './salt-list.ts'
import { isName } from './series-id.ts'
import type { SeriesRecord } from './verify-series.ts'

/** The evidence of a series, which members copy and verifiers read: `docs/fairness.md`, section 13.8. */

export const seriesEvidenceFormat = 'baize-series-evidence-1'

/** A series as it was read from an evidence. */
export type SeriesEvidence = {
  /** Names the data of the game. */
  mathHash: string
  /** Its rounds are those that have a place, also void ones; those that were open or closed are left out. */
  record: SeriesRecord
  /** The end of the table's chain, in hex. */
  chainEnd: string
  /** The indices in `record.rounds` of the void rounds. */
  voidRounds: readonly number[]
  kept: KeptSalts | null
}

/** The states of a round, of which those in `shownStates` have an outcome and those in `openStates` none. */
const shownStates = ['dealt', 'settled'] as const
const openStates = ['open', 'closed'] as const
export type RoundState = (typeof shownStates)[number] | (typeof openStates)[number] | 'void'

type Published = {
  mathHash: string
  series: Omit<SaltList, 'entries'> & {
    chainEnd: string
    links: readonly string[]
    entries: readonly { seat: string; saltHash: string; salt: string | null; unmixed: SaltEntry['unmixed'] }[]
  }
  rounds: readonly { state: RoundState; outcome: TableOutcome | null }[]
  kept: KeptSalts | null
}

/** The evidence as the text that a window copies, from what the platform answered about the series and what the browser kept. */
export function seriesEvidenceText({ mathHash, series, rounds, kept }: Published): string {
  const { table, game, chainEnd, firstLink, previousLink, lateSeats, links } = series
  const entries = series.entries.map(({ seat, saltHash, salt, unmixed }) => ({ seat, saltHash, salt, unmixed }))
  return JSON.stringify({
    format: seriesEvidenceFormat,
    mathHash,
    series: { table, game, chainEnd, firstLink, previousLink, entries, lateSeats, links },
    rounds: rounds.map(({ state, outcome }) => ({ state, outcome })),
    ...(kept === null ? {} : { kept }),
  })
}

/** A pasted evidence, or its wrong fields; `other`: the text is something else, such as a round's record. */
export type ReadSeries =
  | { kind: 'evidence'; evidence: SeriesEvidence }
  | { kind: 'fields'; names: string[] }
  | { kind: 'other' }

type Row = Readonly<Record<string, unknown>>

/** Reads the evidence in an object that `readObject` returned. Further fields are ignored. */
export function seriesEvidenceOf(found: Row | null): ReadSeries {
  if (found?.['format'] !== seriesEvidenceFormat) return { kind: 'other' }
  const { mathHash, series, rounds, kept } = found
  const names = [
    ...(isHex64(mathHash) ? [] : ['mathHash']),
    ...wrongOfSeries(series),
    ...wrongOfRounds(rounds),
    ...(kept === undefined ? [] : wrongOfKept(kept)),
  ]
  if (names.length > 0) return { kind: 'fields', names }
  const { table, game, firstLink, previousLink, entries, lateSeats, chainEnd, links } = series as Published['series']
  const placed = (rounds as Published['rounds']).filter(({ state }) => !isOneOf(openStates, state))
  const evidence: SeriesEvidence = {
    mathHash: mathHash as string,
    chainEnd,
    record: {
      salts: { table, game, firstLink, previousLink, entries: entries as readonly SaltEntry[], lateSeats },
      links,
      rounds: placed.map(({ outcome }) => outcomeOf(outcome)),
    },
    voidRounds: placed.flatMap(({ state }, index) => (state === 'void' ? [index] : [])),
    kept: kept === undefined ? null : (kept as KeptSalts),
  }
  return { kind: 'evidence', evidence }
}

type Shapes = Readonly<Record<string, (value: unknown) => boolean>>

const isCode = (value: unknown): boolean => typeof value === 'string' && isName(value)
const isHexOrNull = (value: unknown): boolean => value === null || isHex64(value)
const isListOf =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.every(fits)
const areRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isObject)
const isOneOf = (list: readonly string[], value: unknown): boolean => typeof value === 'string' && list.includes(value)

/** The fields of each part, in the order of `docs/fairness.md`, in which wrong ones are named. */
const seriesShapes: Shapes = {
  table: isCode,
  game: isCode,
  chainEnd: isHex64,
  firstLink: (value) => isWithin(value, 1, mostLinks),
  previousLink: isHex64,
  entries: (value) => areRows(value) && value.length <= mostSalts,
  lateSeats: isListOf(isCode),
  links: isListOf(isHex64),
}
const entryShapes: Shapes = { seat: isCode, saltHash: isHex64, salt: isHexOrNull }
const ownShapes: Shapes = { seat: isCode, salt: isHex64 }

function wrongOfSeries(series: unknown): string[] {
  if (!isObject(series)) return ['series']
  return Object.entries(seriesShapes).flatMap(([field, fits]) => {
    if (!fits(series[field])) return [`series.${field}`]
    return field === 'entries' ? wrongOfEntries(series[field] as Row[]) : []
  })
}

function wrongOfEntries(entries: readonly Row[]): string[] {
  const fitsSalt = ({ salt, unmixed }: Row): boolean =>
    salt === null ? isOneOf(unmixedReasons, unmixed) : unmixed === null
  return [
    ...wrongFields('series.entries', entries, entryShapes),
    ...(entries.every(fitsSalt) ? [] : ['series.entries.unmixed']),
  ]
}

function wrongOfRounds(rounds: unknown): string[] {
  if (!areRows(rounds)) return ['rounds']
  const isShown = ({ state }: Row): boolean => isOneOf(shownStates, state)
  const isOpen = ({ state }: Row): boolean => isOneOf(openStates, state)
  const fitsOutcome = (row: Row): boolean => {
    const { state, outcome } = row
    if (isShown(row)) return outcomeOf(outcome) !== null
    if (isOpen(row)) return outcome === null
    return state !== 'void' || outcome === null || outcomeOf(outcome) !== null
  }
  const states = rounds.every((row) => isShown(row) || isOpen(row) || row['state'] === 'void')
  return [...(states ? [] : ['rounds.state']), ...(rounds.every(fitsOutcome) ? [] : ['rounds.outcome'])]
}

function wrongOfKept(kept: unknown): string[] {
  if (!isObject(kept)) return ['kept']
  const { hashes, own } = kept
  const wrongOwn = own === null ? [] : isObject(own) ? wrongFields('kept.own', [own], ownShapes) : ['kept.own']
  return [...(isHex64(hashes) ? [] : ['kept.hashes']), ...wrongOwn]
}

function wrongFields(name: string, rows: readonly Row[], shapes: Shapes): string[] {
  return Object.entries(shapes).flatMap(([field, fits]) =>
    rows.every((row) => fits(row[field])) ? [] : [`${name}.${field}`],
  )
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return isCount(value) && value >= least && value <= most
}

const isCard = (value: unknown): value is number => isWithin(value, 0, 51)
const isSide = (value: unknown): value is number[] => isListOf(isCard)(value) && value.length >= 2 && value.length <= 3
const isDie = (value: unknown): boolean => isWithin(value, 1, 6)
const isRunner = (value: unknown): value is number => isWithin(value, 1, runners.length)
const isOrder = (value: unknown): value is number[] =>
  isListOf(isRunner)(value) && value.length === runners.length && new Set(value).size === runners.length

/** The outcome of a JSON value without further keys, or null where it is none. */
function outcomeOf(value: unknown): TableOutcome | null {
  if (!isObject(value)) return null
  const { kind, player, banker, dragon, tiger, pocket, dice, order } = value
  if (kind === 'baccarat') return isSide(player) && isSide(banker) ? { kind, player, banker } : null
  if (kind === 'dragon-tiger') return isCard(dragon) && isCard(tiger) ? { kind, dragon, tiger } : null
  if (kind === 'roulette') return isWithin(pocket, 0, 36) ? { kind, pocket } : null
  if (kind === 'race') return isOrder(order) ? { kind, order } : null
  if (kind !== 'sic-bo' || !isListOf(isDie)(dice) || dice.length !== 3) return null
  const [first, second, third] = dice as [number, number, number]
  return { kind, dice: [first, second, third] }
}
