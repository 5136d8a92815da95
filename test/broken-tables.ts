import type { TableGame } from '#domain/games/table/table-game.ts'
import { tableByCode } from '#domain/games/table/tables.ts'

/** Data of table games that break a rule of `docs/fairness.md`, section 13.7. */

function gameOf(code: string): TableGame {
  const found = tableByCode(code)
  if (!found) throw new Error(`There is no table game ${code}.`)
  return found.game
}

const shoe = gameOf('dragon-tiger')
const wheel = gameOf('roulette')
const race = gameOf('virtual-horses')
const [spot] = shoe.spots
const spots = (changed: object): object => ({ ...shoe, spots: [{ ...spot, ...changed }] })

/** Broken data by the field that is named. */
export const brokenTables: readonly (readonly [field: string, data: object])[] = [
  ['code', { ...shoe, code: 'Dragon' }],
  ['version', { ...shoe, version: 0 }],
  ['kind', { ...shoe, kind: 'poker' }],
  ['kind', { ...shoe, kind: ['roulette'] }],
  ['seriesRounds', { ...shoe, seriesRounds: 60 }],
  ['decks', { ...wheel, decks: 8 }],
  ['decks', { ...shoe, decks: 0 }],
  ['decks', { ...shoe, decks: 17 }],
  ['behindCut', { ...shoe, behindCut: 1 }],
  ['behindCut', { ...shoe, behindCut: 8 * 52 }],
  ['behindCut', { ...gameOf('baccarat'), behindCut: 5 }],
  ['seriesRounds', { ...wheel, seriesRounds: 0 }],
  ['seriesRounds', { ...wheel, seriesRounds: 1001 }],
  ['seriesRounds', { ...race, seriesRounds: 0 }],
  ['strengths', { ...wheel, strengths: [1, 1, 1, 1, 1, 1, 1, 1] }],
  ['strengths', { ...race, strengths: [1, 1, 1, 1, 1, 1, 1] }],
  ['strengths', { ...race, strengths: 8 }],
  ['strengths.3', { ...race, strengths: [1, 1, 1, 0, 1, 1, 1, 1] }],
  ['strengths.7', { ...race, strengths: [1, 1, 1, 1, 1, 1, 1, 1001] }],
  ['marginPercent', { ...race, marginPercent: 0 }],
  ['marginPercent', { ...race, marginPercent: 51 }],
  ['spots', { ...shoe, spots: [] }],
  ['spots', { ...shoe, spots: {} }],
  ['spots.0.code', spots({ code: 1 })],
  ['spots.0.more', spots({ more: 1 })],
  ['spots.0.pays', spots({ pays: [] })],
  ['spots.0.pays.0.when', spots({ pays: [{ when: [], returns: [1, 1] }] })],
  ['spots.0.pays.0.returns', spots({ pays: [{ when: ['tie'], returns: [1] }] })],
  ['spots.0.pays.0.returns.1', spots({ pays: [{ when: ['tie'], returns: [1, 0] }] })],
  ['calls.0.chips', { ...wheel, calls: [{ code: 'x', chips: [] }] }],
  ['calls.0.chips.0.count', { ...wheel, calls: [{ code: 'x', chips: [{ spot: 'red', count: 0 }] }] }],
]
