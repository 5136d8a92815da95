import { expect, test } from 'vitest'
import { betFigures } from './bet-figures.ts'

test.each([
  ['200', '0', { multiple: 0, net: '-200' }],
  ['200', '100', { multiple: 0.5, net: '-100' }],
  ['200', '200', { multiple: 1, net: '0' }],
  ['300', '1000', { multiple: 3.33, net: '700' }],
  ['0.3', '0.2', { multiple: 0.66, net: '-0.1' }],
  ['1000', '17510000', { multiple: 17_510, net: '17509000' }],
  ['0', '500', null],
])('a stake of %s that won %s', (balanceBet, balanceWin, figures) => {
  expect(betFigures({ balanceBet, balanceWin, status: 'completed' })).toEqual(figures)
})

test.each(['open', 'cancelled', 'refunded'] as const)('a bet that is %s has no figures', (status) => {
  expect(betFigures({ balanceBet: '200', balanceWin: '0', status })).toBeNull()
})
