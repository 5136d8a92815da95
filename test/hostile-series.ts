import { sha256Hex } from '#domain/games/sha256.ts'
import { hashesDigest, mostSalts, saltHashOf } from '#domain/games/table/salt-list.ts'
import type { HostileText } from './hostile-evidence.ts'
import { honestSeries, type SeriesFields } from './honest-series.ts'

/** Hostile evidence of series with the answer of every form of the verifier, by `docs/fairness.md`, sections 13.8 and 13.9. */

const shoe = honestSeries()
const wheel = honestSeries('roulette')
const race = honestSeries('virtual-horses', 1)
const other = '11'.repeat(32)

type Loose = Record<string, unknown>

const textOf = (changed: Loose, evidence: SeriesFields = shoe): string => JSON.stringify({ ...evidence, ...changed })
const withSeries = (changed: Loose, evidence: SeriesFields = shoe): string =>
  textOf({ series: { ...evidence.series, ...changed } }, evidence)
/** With fields of the first entry changed; undefined leaves one out. */
const withEntry = (changed: Loose): string =>
  withSeries({ entries: shoe.series.entries.map((entry, index) => (index === 0 ? { ...entry, ...changed } : entry)) })
/** With the third round replaced, by its JSON. */
const withRound = (round: unknown, evidence: SeriesFields = shoe): string =>
  textOf({ rounds: evidence.rounds.map((one, index) => (index === 2 ? round : one)) }, evidence)
const withOutcome = (outcome: unknown, evidence: SeriesFields = shoe): string =>
  withRound({ state: 'settled', outcome }, evidence)
const third = shoe.rounds[2]?.outcome
if (third?.kind !== 'baccarat') throw new Error('The third round is one of baccarat.')
const { salts } = { salts: shoe.series }
const emptied = { ...shoe.series, entries: [] }
const entryOf = (seat: string) => {
  const salt = sha256Hex(seat)
  return { seat, saltHash: saltHashOf(salts, { seat, salt }), salt, unmixed: null }
}
const seatsOf = (many: number) => Array.from({ length: many }, (_, index) => `s${String(index).padStart(4, '0')}`)
const allPlaces = (many: number, from = 1): string =>
  Array.from({ length: many }, (_, index) => `round ${from + index}`).join(', ')
const rounds = shoe.rounds.length

export const hostileSeries: readonly HostileText[] = [
  { title: 'an honest shoe', text: textOf({}), answer: 'proven' },
  { title: 'an honest wheel', text: textOf({}, wheel), answer: 'proven' },
  { title: 'honest races', text: textOf({}, race), answer: 'proven' },
  { title: 'honest dice', text: textOf({}, honestSeries('sic-bo', 1)), answer: 'proven' },
  { title: 'a shoe without what a browser kept', text: textOf({ kept: undefined }), answer: 'proven' },
  {
    title: 'another format of a series',
    text: textOf({ format: 'baize-series-evidence-2' }),
    answer: 'malformed: game, serverSeedHash, serverSeed, clientSeed, nonce, stake, pay, events',
  },
  {
    title: 'the format of a series alone',
    text: '{"format":"baize-series-evidence-1"}',
    answer: 'malformed: mathHash, series, rounds',
  },
  {
    title: 'lists and null in place of the parts of a series',
    text: textOf({ mathHash: null, series: [], rounds: {}, kept: null }),
    answer: 'malformed: mathHash, series, rounds, kept',
  },
  {
    title: 'empty objects as the parts of a series',
    text: textOf({ series: {}, rounds: [{}], kept: {} }),
    answer:
      'malformed: series.table, series.game, series.chainEnd, series.firstLink, series.previousLink, series.entries, series.lateSeats, series.links, rounds.state, kept.hashes, kept.own',
  },
  {
    title: 'wrong fields of an entry, and of the kept salt',
    text: textOf({
      series: { ...shoe.series, entries: [{ seat: 'A', saltHash: 1, salt: 'x', unmixed: 'missing' }] },
      kept: { hashes: other.toUpperCase().replace('1', 'A'), own: { seat: null } },
    }),
    answer:
      'malformed: series.entries.seat, series.entries.saltHash, series.entries.salt, series.entries.unmixed, kept.hashes, kept.own.seat, kept.own.salt',
  },
  { title: 'a list as the own salt', text: textOf({ kept: { ...shoe.kept, own: [] } }), answer: 'malformed: kept.own' },
  {
    title: 'half a surrogate pair as an escape in the name of a table',
    text: withSeries({ table: '?' }).replace('"?"', '"\\ud800"'),
    answer: 'malformed: series.table',
  },
  { title: 'a table with a line break', text: withSeries({ table: 'main\n' }), answer: 'malformed: series.table' },
  {
    title: 'a seat with 61 letters',
    text: withSeries({ lateSeats: ['a'.repeat(61)] }),
    answer: 'malformed: series.lateSeats',
  },
  { title: 'a link in capitals', text: withSeries({ links: ['AB'.repeat(32)] }), answer: 'malformed: series.links' },
  { title: 'a link 0', text: withSeries({ firstLink: 0 }), answer: 'malformed: series.firstLink' },
  {
    title: 'a link beyond every chain',
    text: withSeries({ firstLink: 100_001 }),
    answer: 'malformed: series.firstLink',
  },
  {
    title: 'the last link of the longest chain',
    text: withSeries({ firstLink: 100_000, entries: [] }),
    answer: 'false: link 99999, hashes-changed, own-salt-left-out ann',
  },
  { title: 'a first link with a point', text: withSeries({ firstLink: '?' }).replace('"?"', '3.0'), answer: 'proven' },
  { title: 'a first link as a text', text: withSeries({ firstLink: '3' }), answer: 'malformed: series.firstLink' },
  { title: 'true as the first link', text: withSeries({ firstLink: true }), answer: 'malformed: series.firstLink' },

  {
    title: 'an entry without a salt and reason',
    text: withEntry({ salt: null }),
    answer: 'malformed: series.entries.unmixed',
  },
  {
    title: 'an entry with an unknown reason',
    text: withEntry({ salt: null, unmixed: 'lost' }),
    answer: 'malformed: series.entries.unmixed',
  },
  {
    title: 'an entry with a salt and a reason',
    text: withEntry({ unmixed: 'late' }),
    answer: 'malformed: series.entries.unmixed',
  },
  {
    title: 'an entry that lacks its salt',
    text: withEntry({ salt: undefined }),
    answer: 'malformed: series.entries.salt',
  },
  {
    title: 'an entry that lacks its reason',
    text: withEntry({ unmixed: undefined }),
    answer: 'malformed: series.entries.unmixed',
  },
  {
    title: 'as many salts as a series may have, and a seat that sent none of them',
    text: textOf({ series: { ...shoe.series, entries: seatsOf(mostSalts).map(entryOf) }, rounds: [], kept: undefined }),
    answer: 'proven',
  },
  {
    title: 'one salt more',
    text: withSeries({ entries: seatsOf(mostSalts + 1).map(entryOf) }),
    answer: 'malformed: series.entries',
  },
  {
    title: 'a seat twice and one out of order',
    text: textOf({ series: { ...shoe.series, entries: ['b', 'b', 'a'].map(entryOf) }, kept: undefined }),
    answer: 'false: out-of-order b, out-of-order a',
  },
  {
    title: 'a seat three times, and a salt that does not fit',
    text: textOf({
      series: { ...shoe.series, entries: ['b', 'b', 'b'].map(entryOf).with(2, { ...entryOf('b'), salt: other }) },
      kept: undefined,
    }),
    answer: 'false: out-of-order b, wrong-salt b',
  },
  {
    title: 'a salt of another series',
    text: textOf({ series: { ...shoe.series, table: 'other' }, kept: undefined }),
    answer: 'false: wrong-salt ann, wrong-salt bob',
  },

  { title: 'a shoe in play', text: withSeries({ links: [] }), answer: 'not-revealed' },
  {
    title: 'a shoe of which nothing was dealt',
    text: textOf({ series: { ...shoe.series, links: [] }, rounds: [] }),
    answer: 'not-revealed',
  },
  {
    title: 'a wheel with a link less than rounds',
    text: withSeries({ links: wheel.series.links.slice(0, -1) }, wheel),
    answer: 'not-revealed',
  },
  { title: 'a wheel that ended early', text: textOf({ rounds: wheel.rounds.slice(0, 9) }, wheel), answer: 'proven' },
  { title: 'a link too many', text: withSeries({ links: [...shoe.series.links, other] }), answer: 'false: link 4' },
  { title: 'another link', text: withSeries({ links: [other] }), answer: 'false: link 3' },
  { title: 'the end of another chain', text: withSeries({ chainEnd: other }), answer: 'false: link 2' },
  {
    title: 'the end of another chain, another link, and another wheel after the last round',
    text: textOf(
      {
        series: { ...wheel.series, chainEnd: other, links: wheel.series.links.with(5, other) },
        rounds: [...wheel.rounds, wheel.rounds[0]],
      },
      wheel,
    ),
    answer: 'false: link 2, link 8, round 61',
  },
  {
    title: 'the game of another table',
    text: withSeries({ game: 'speed-baccarat' }),
    answer: 'false: game, wrong-salt ann, wrong-salt bob, hashes-changed',
  },
  {
    title: 'the game of another table at an empty one',
    text: textOf({ series: { ...emptied, game: 'dragon-tiger' }, kept: undefined }),
    answer: 'false: game',
  },
  {
    title: 'data of another game',
    text: textOf({ mathHash: wheel.mathHash, series: emptied, kept: undefined }),
    answer: `false: game${rounds > 60 ? `, ${allPlaces(rounds - 60, 61)}` : ''}`,
  },
  { title: 'unknown data of a table', text: textOf({ mathHash: other }), answer: 'unknown-mathematics' },
  {
    title: 'an empty table',
    text: textOf({ series: emptied, kept: undefined }),
    answer: `false: ${allPlaces(rounds)}`,
  },
  {
    title: 'closed hashes that a browser kept otherwise, and its salt left out',
    text: textOf({ kept: { hashes: other, own: { seat: 'zoe', salt: other } } }),
    answer: 'false: hashes-changed, own-salt-left-out zoe',
  },
  {
    title: 'another salt of the own seat',
    text: textOf({ kept: { hashes: hashesDigest(salts, salts.entries), own: { seat: 'ann', salt: other } } }),
    answer: 'false: own-salt-left-out ann',
  },

  { title: 'a void round', text: withRound({ state: 'void', outcome: null }), answer: 'proven' },
  { title: 'a void round that was shown', text: withRound({ state: 'void', outcome: third }), answer: 'proven' },
  {
    title: 'a void round that was shown otherwise',
    text: withRound({ state: 'void', outcome: { ...third, player: third.banker, banker: third.player } }),
    answer: 'false: round 3',
  },
  {
    title: 'a void round that is left out',
    text: textOf({ rounds: shoe.rounds.toSpliced(0, 1) }),
    answer: `false: ${allPlaces(rounds - 1)}`,
  },
  {
    title: 'void rounds beyond the shoe',
    text: textOf({ rounds: [...shoe.rounds, { state: 'void', outcome: null }] }),
    answer: 'proven',
  },
  {
    title: 'a round beyond the shoe',
    text: textOf({ rounds: [...shoe.rounds, shoe.rounds[0]] }),
    answer: `false: round ${rounds + 1}`,
  },
  {
    title: 'an open round',
    text: textOf({ rounds: [...shoe.rounds, { state: 'open', outcome: null }] }),
    answer: 'proven',
  },
  {
    title: 'an open round amid the others',
    text: textOf({ rounds: [{ state: 'closed', outcome: null }, ...shoe.rounds] }),
    answer: 'proven',
  },
  {
    title: 'an open round with an outcome',
    text: withRound({ state: 'open', outcome: third }),
    answer: 'malformed: rounds.outcome',
  },
  { title: 'a settled round without an outcome', text: withOutcome(null), answer: 'malformed: rounds.outcome' },
  {
    title: 'a void round that lacks its outcome',
    text: withRound({ state: 'void' }),
    answer: 'malformed: rounds.outcome',
  },
  {
    title: 'an unknown state, with anything as outcome',
    text: withRound({ state: 'paid', outcome: 1 }),
    answer: 'malformed: rounds.state',
  },
  {
    title: 'a state that is a list',
    text: withRound({ state: ['void'], outcome: null }),
    answer: 'malformed: rounds.state',
  },
  { title: 'a round that is null', text: withRound(null), answer: 'malformed: rounds' },
  {
    title: 'an outcome with further keys',
    text: withOutcome({ ...third, more: [null], pocket: 99 }),
    answer: 'proven',
  },
  { title: 'an outcome of another kind', text: withOutcome({ kind: 'roulette', pocket: 0 }), answer: 'false: round 3' },
  {
    title: 'an outcome whose kind is a list',
    text: withOutcome({ ...third, kind: ['baccarat'] }),
    answer: 'malformed: rounds.outcome',
  },
  {
    title: 'an outcome whose kind every object inherits',
    text: withOutcome({ kind: 'constructor' }),
    answer: 'malformed: rounds.outcome',
  },
  { title: 'a card 52', text: withOutcome({ ...third, player: [52, 0] }), answer: 'malformed: rounds.outcome' },
  { title: 'a card as text', text: withOutcome({ ...third, player: ['1', 0] }), answer: 'malformed: rounds.outcome' },
  { title: 'true as a card', text: withOutcome({ ...third, player: [true, 0] }), answer: 'malformed: rounds.outcome' },
  { title: 'four cards', text: withOutcome({ ...third, player: [1, 2, 3, 4] }), answer: 'malformed: rounds.outcome' },
  { title: 'one card', text: withOutcome({ ...third, banker: [1] }), answer: 'malformed: rounds.outcome' },
  {
    title: 'cards in an object',
    text: withOutcome({ ...third, banker: { 0: 1, 1: 2, length: 2 } }),
    answer: 'malformed: rounds.outcome',
  },
  {
    title: 'cards with points',
    text: textOf({}).replaceAll(/(?<=[[,])(\d+)(?=[,\]])/g, '$1.0'),
    answer: 'proven',
  },
  {
    title: 'a pocket 37',
    text: withOutcome({ kind: 'roulette', pocket: 37 }, wheel),
    answer: 'malformed: rounds.outcome',
  },
  {
    title: 'a die 0',
    text: withOutcome({ kind: 'sic-bo', dice: [0, 1, 2] }, wheel),
    answer: 'malformed: rounds.outcome',
  },
  {
    title: 'four dice',
    text: withOutcome({ kind: 'sic-bo', dice: [1, 1, 1, 1] }, wheel),
    answer: 'malformed: rounds.outcome',
  },
  {
    title: 'races in another order',
    text: withOutcome({ kind: 'race', order: [1, 2, 3, 4, 5, 6, 7, 8] }, race),
    answer: 'false: round 3',
  },
  ...[
    ['a runner that comes in twice', [1, 2, 3, 4, 5, 6, 7, 7]],
    ['seven runners', [1, 2, 3, 4, 5, 6, 7]],
    ['a runner 0', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['a runner 9', [1, 2, 3, 4, 5, 6, 7, 9]],
    ['true as runner 1', [true, 2, 3, 4, 5, 6, 7, 8]],
    ['lists as runners', [[1], 2, 3, 4, 5, 6, 7, 8]],
    ['an order as text', '12345678'],
  ].map(([title, order]) => ({
    title: String(title),
    text: withOutcome({ kind: 'race', order }, race),
    answer: 'malformed: rounds.outcome' as const,
  })),
]
