import { describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { largestLoss, placementsOf, type Placement } from './exposure.ts'
import { tableByCode, tables } from './tables.ts'
import type { TableGame } from './table-game.ts'

function gameOf(code: string): TableGame {
  const game = tableByCode(code)?.game
  if (!game) throw new Error(`There is no table game ${code}.`)
  return game
}

const place = (placed: Record<string, number>): Placement[] =>
  Object.entries(placed).map(([spot, units]) => ({ spot, stake: wholeUnits(units) }))
const loss = (code: string, placed: Record<string, number>): number =>
  Number(largestLoss(gameOf(code), place(placed)) / wholeUnits(1))

describe('the largest loss', () => {
  test.each([
    ['baccarat', {}, 0],
    ['baccarat', { banker: 1_000 }, 950],
    ['baccarat', { player: 1_000 }, 1_000],
    // The banker's win pays 950 and loses the player's 1000; a tie gives both back.
    ['baccarat', { banker: 1_000, player: 1_000 }, 0],
    // Both pairs pay 1100 each: with the banker's win 950 more and the tie lost, with a tie 800 more.
    ['baccarat', { banker: 1_000, tie: 100, 'player-pair': 100, 'banker-pair': 100 }, 2_200 + 950 - 100],
    ['baccarat', { banker: 1_000, tie: 200, 'player-pair': 100, 'banker-pair': 100 }, 2_200 + 1_600],
    ['no-commission-baccarat', { banker: 1_000 }, 1_000],
    ['dragon-tiger', { dragon: 1_000, tiger: 1_000 }, 0],
    // A suited tie: 11 and 50 times, less half of the side.
    ['dragon-tiger', { dragon: 100, tie: 100, 'suited-tie': 100 }, 1_100 + 5_000 - 50],
    ['roulette', { 'straight-17': 10, red: 100 }, 350 - 100],
    ['roulette', { 'straight-17': 10, black: 100 }, 350 + 100],
    // The trifecta 5-3-1 wins the exacta and both places too, and loses the win of runner 3.
    [
      'virtual-horses',
      { 'trifecta-5-3-1': 100, 'exacta-5-3': 100, 'place-1': 100, 'win-3': 100 },
      6_650 + 1_425 + 236 - 400,
    ],
    ['sic-bo', { 'triple-6': 10, big: 100 }, 1_800 - 100],
    ['sic-bo', { 'triple-6': 10, 'any-triple': 10, 'double-6': 10, 'single-6': 10 }, 1_800 + 300 + 100 + 30],
  ] as const)('of %s with %o is %i', (code, placed, due) => {
    expect(loss(code, placed)).toBe(due)
  })

  test('is what the platform keeps, below 0, where every outcome loses more than it pays', () => {
    expect(
      loss(
        'roulette',
        Object.fromEntries(
          gameOf('roulette')
            .spots.slice(0, 37)
            .map(({ code }) => [code, 1]),
        ),
      ),
    ).toBe(-1)
  })

  test('of a call is that of its chips', () => {
    const game = gameOf('roulette')
    const voisins = game.calls.find(({ code }) => code === 'voisins')
    if (!voisins) throw new Error('Roulette has the voisins.')
    const placed = placementsOf(voisins, wholeUnits(10))
    expect(placed.reduce((sum, { stake }) => sum + stake, 0n)).toBe(wholeUnits(90))
    // Two chips at 11:1 on the trio return 240 of 90.
    expect(largestLoss(game, placed)).toBe(wholeUnits(150))
  })

  test('refuses a spot that does not exist and a stake that is no multiple of the least chip', () => {
    for (const { game } of tables) {
      expect(() => largestLoss(game, [{ spot: 'nowhere', stake: wholeUnits(20) }])).toThrow(RangeError)
    }
    expect(() => loss('baccarat', { banker: 10 })).toThrow(RangeError)
  })
})
