import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { chainLinks } from '#domain/games/table/chain.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { listSalts, type SaltArrival } from '#domain/games/table/salt-arrivals.ts'
import { hashesDigest, saltHashOf, type KeptSalts, type SaltList } from '#domain/games/table/salt-list.ts'
import { seriesEvidenceFormat, type RoundState } from '#domain/games/table/series-evidence.ts'
import { linksOfSeries, tableHashOf, type TableGame } from '#domain/games/table/table-game.ts'
import { tableByCode, tables } from '#domain/games/table/tables.ts'
import { roundsOfLinks } from '#domain/games/table/verify-series.ts'
import { seededRandom } from './random.ts'

/** Evidence of series of tables: honest ones, and random ones of which many are not. */

/** An evidence as `docs/fairness.md`, section 13.8, describes it. */
export type SeriesFields = {
  format: string
  mathHash: string
  series: SaltList & { chainEnd: string; links: readonly string[] }
  rounds: readonly { state: RoundState; outcome: TableOutcome | null }[]
  kept?: KeptSalts
}

const chainLength = 300
const chains = ['one', 'other'].map((name) => {
  const last = fromHex(sha256Hex(`last link ${name}`))
  return chainLinks({ last, length: chainLength }, { from: 0, to: chainLength }, sha256).map(toHex)
})
const linkOf = (number: number, chain = 0): string => chains[chain]?.[number] ?? ''

function gameOf(code: string): TableGame {
  const found = tableByCode(code)
  if (!found) throw new Error(`There is no table game ${code}.`)
  return found.game
}

type Seat = { seat: string; salt: string; isHashLate?: boolean; answer?: 'missing' | 'late' | 'wrong' }

/** The list of a series of these seats. */
function listOf(game: TableGame, firstLink: number, seats: readonly Seat[]): SaltList {
  const series = { table: 'main', game: game.code, firstLink, previousLink: linkOf(firstLink - 1) }
  return listSalts(series, {
    hashes: seats.map((one) => ({
      seat: one.seat,
      saltHash: saltHashOf(series, one),
      isLate: one.isHashLate === true,
    })),
    salts: seats.flatMap(({ seat, salt, answer }): SaltArrival[] =>
      answer === 'missing'
        ? []
        : [{ seat, salt: answer === 'wrong' ? sha256Hex(salt) : salt, isLate: answer === 'late' }],
    ),
  })
}

/** A whole series of a game without faults, with two salts and what the first browser kept. */
export function honestSeries(code = 'baccarat', firstLink = 3): SeriesFields & { kept: KeptSalts } {
  return honestSeriesOf(gameOf(code), firstLink)
}

/** The same of data that are in no file of the program. */
export function honestSeriesOf(game: TableGame, firstLink: number): SeriesFields & { kept: KeptSalts } {
  const seats = ['ann', 'bob'].map((seat) => ({ seat, salt: sha256Hex(`salt of ${seat}`) }))
  const salts = listOf(game, firstLink, seats)
  const links = Array.from({ length: linksOfSeries(game) }, (_, index) => linkOf(firstLink + index))
  return {
    format: seriesEvidenceFormat,
    mathHash: tableHashOf(game),
    series: { ...salts, chainEnd: linkOf(0), links },
    rounds: roundsOfLinks(game, salts, links).map((outcome) => ({ state: 'settled', outcome })),
    kept: { hashes: hashesDigest(salts, salts.entries), own: seats[0] ?? null },
  }
}

/** Random series of every game, some of them as a dishonest platform would answer them. They follow from the seed. */
export function randomSeries(seed: number, many: number): SeriesFields[] {
  const random = seededRandom(seed)
  return Array.from({ length: many }, () => {
    const honest = randomHonest(random)
    const changes = random() < 0.45 ? 0 : 1 + below(random, 2)
    return Array.from({ length: changes }).reduce<SeriesFields>((one) => dishonest(random, one), honest)
  })
}

type Random = () => number

const below = (random: Random, most: number): number => Math.floor(random() * most)

function pick<Item>(random: Random, list: readonly Item[]): Item {
  return list[below(random, list.length)] as Item
}

function randomHonest(random: Random): SeriesFields {
  const { game } = pick(random, tables)
  const most = linksOfSeries(game)
  const firstLink = 1 + below(random, chainLength - most)
  const names = ['ann', 'bob', 'b', 'b-2', 'z9'].filter(() => random() < 0.5)
  const seats = names.map((seat): Seat => {
    const answer = pick(random, [undefined, undefined, undefined, undefined, 'missing', 'late', 'wrong'] as const)
    const salt = sha256Hex(random() < 0.2 ? 'not fresh' : `salt of ${seat} ${random()}`)
    return { seat, salt, isHashLate: random() < 0.15, ...(answer && { answer }) }
  })
  const salts = listOf(game, firstLink, seats)
  const all = Array.from({ length: most }, (_, index) => linkOf(firstLink + index))
  const drawn = roundsOfLinks(game, salts, all)
  const dealt = random() < 0.4 ? drawn.length : below(random, drawn.length + 1)
  const revealed = random() < 0.7 ? most : most === 1 ? 0 : Math.max(0, dealt - below(random, 3))
  const rounds: SeriesFields['rounds'][number][] = drawn.slice(0, dealt).map((outcome) => {
    if (random() < 0.03) return { state: 'void', outcome: random() < 0.5 ? null : outcome }
    return { state: random() < 0.1 ? 'dealt' : 'settled', outcome }
  })
  if (random() < 0.3) rounds.push({ state: random() < 0.5 ? 'open' : 'closed', outcome: null })
  const own = seats.find(({ isHashLate, answer }) => !isHashLate && answer === undefined)
  const kept = { hashes: hashesDigest(salts, salts.entries), own: own ? { seat: own.seat, salt: own.salt } : null }
  return {
    format: seriesEvidenceFormat,
    mathHash: tableHashOf(game),
    series: { ...salts, chainEnd: linkOf(0), links: all.slice(0, revealed) },
    rounds,
    ...(random() < 0.5 && { kept }),
  }
}

/** The series with one thing otherwise than it was. */
function dishonest(random: Random, evidence: SeriesFields): SeriesFields {
  const { series, rounds } = evidence
  const { entries, links, firstLink } = series
  const place = below(random, rounds.length)
  const seat = below(random, entries.length)
  const other = pick(random, rounds)
  const changedEntries = (changed: readonly unknown[]): SeriesFields => ({
    ...evidence,
    series: { ...series, entries: changed as SaltList['entries'] },
  })
  const withSeries = (changed: Partial<SeriesFields['series']>): SeriesFields => ({
    ...evidence,
    series: { ...series, ...changed },
  })
  const ways: (() => SeriesFields)[] = [
    () => (other ? { ...evidence, rounds: rounds.with(place, other) } : evidence),
    () => (other ? { ...evidence, rounds: [...rounds, other] } : evidence),
    () => ({ ...evidence, rounds: rounds.toSpliced(place, 1) }),
    () => ({ ...evidence, rounds: rounds.toReversed() }),
    () => ({ ...evidence, rounds: rounds.map((one) => changedOutcome(random, one)) }),
    () => changedEntries(entries.toReversed()),
    () => changedEntries(entries.toSpliced(seat, 1)),
    () => changedEntries(entries.map((one) => ({ ...one, seat: pick(random, ['ann', 'b', one.seat]) }))),
    () => changedEntries(entries.map((one) => ({ ...one, salt: null, unmixed: 'missing' }))),
    () => changedEntries(entries.map((one, index) => (index === seat ? { ...one, saltHash: sha256Hex('') } : one))),
    () => withSeries({ links: links.map((link, index) => (index === seat ? linkOf(firstLink + 1) : link)) }),
    () => withSeries({ links: [...links, linkOf(firstLink + links.length)] }),
    () => withSeries({ links: links.slice(1) }),
    () => withSeries({ chainEnd: linkOf(0, 1) }),
    () => withSeries({ previousLink: linkOf(firstLink) }),
    () => withSeries({ firstLink: firstLink + 1 }),
    () => withSeries({ game: pick(random, tables).game.code }),
    () => withSeries({ table: 'other' }),
    () => ({ ...evidence, mathHash: pick(random, [sha256Hex(''), ...tables.map(({ game }) => tableHashOf(game))]) }),
    () => ({ ...evidence, kept: { hashes: sha256Hex(''), own: { seat: 'ann', salt: sha256Hex('other') } } }),
  ]
  return pick(random, ways)()
}

/** Seldom another card, pocket, die or order. */
function changedOutcome(random: Random, round: SeriesFields['rounds'][number]): SeriesFields['rounds'][number] {
  const { outcome } = round
  if (outcome === null || random() < 0.9) return round
  switch (outcome.kind) {
    case 'baccarat':
      return { ...round, outcome: { ...outcome, player: outcome.player.with(below(random, 2), below(random, 52)) } }
    case 'dragon-tiger':
      return { ...round, outcome: { ...outcome, tiger: below(random, 52) } }
    case 'roulette':
      return { ...round, outcome: { ...outcome, pocket: below(random, 37) } }
    case 'sic-bo':
      return { ...round, outcome: { ...outcome, dice: [outcome.dice[1], outcome.dice[0], 1 + below(random, 6)] } }
    case 'race':
      return { ...round, outcome: { ...outcome, order: outcome.order.toReversed() } }
  }
}
