import { expect, test } from 'vitest'
import { tableFeaturesOf } from './table-features.ts'
import { tables } from './tables.ts'

test('names the features of a table from its data and its pace', () => {
  expect(tables.map((table) => `${table.game.code}: ${tableFeaturesOf(table).join(' ')}`)).toEqual([
    'baccarat: pair-bets',
    'speed-baccarat: fast-rounds pair-bets',
    'no-commission-baccarat: no-commission pair-bets',
    'dragon-tiger: one-card',
    'roulette: single-zero',
    'sic-bo: three-dice',
    'virtual-horses: fixed-odds',
    'virtual-hounds: fixed-odds',
  ])
})
