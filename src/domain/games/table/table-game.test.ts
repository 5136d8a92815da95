import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../math-hash.ts'
import { wholeUnits } from '#domain/money.ts'
import { tableFaults } from './definition-check.ts'
import type { TableOutcome } from './outcome.ts'
import { amountReturned, leastChip, settle, type Fraction, type Spot, type TableGame } from './table-game.ts'
import { tableByCode, tables } from './tables.ts'

function spotOf(code: string, spot: string): Spot {
  const found = tableByCode(code)?.game.spots.find((one) => one.code === spot)
  if (!found) throw new Error(`${code} has no spot ${spot}.`)
  return found
}

function gameOf(code: string): TableGame {
  const found = tableByCode(code)
  if (!found) throw new Error(`There is no table game ${code}.`)
  return found.game
}

/** The banker wins with 6 against 5. */
const bankerWithSix: TableOutcome = { kind: 'baccarat', player: [4, 12], banker: [5, 25] }

describe('settling a bet', () => {
  test('the first rule that the outcome meets decides', () => {
    expect(settle(spotOf('no-commission-baccarat', 'banker'), bankerWithSix)).toEqual([3, 2])
    expect(settle(spotOf('baccarat', 'banker'), bankerWithSix)).toEqual([39, 20])
    expect(settle(spotOf('baccarat', 'player'), bankerWithSix)).toEqual([0, 1])
    expect(settle(spotOf('sic-bo', 'single-2'), { kind: 'sic-bo', dice: [2, 2, 2] })).toEqual([4, 1])
    expect(settle(spotOf('sic-bo', 'small'), { kind: 'sic-bo', dice: [2, 2, 2] })).toEqual([0, 1])
    expect(settle(spotOf('roulette', 'red'), { kind: 'roulette', pocket: 0 })).toEqual([0, 1])
  })

  test('a commission of 5 % is exact for every multiple of the least chip, and other stakes are refused', () => {
    expect(leastChip(gameOf('baccarat'))).toBe(20)
    expect(amountReturned(wholeUnits(20), [39, 20])).toBe(wholeUnits(39))
    expect(amountReturned(wholeUnits(1_000), [39, 20])).toBe(wholeUnits(1_950))
    for (const stake of [wholeUnits(10), wholeUnits(1_010), 1n]) {
      expect(() => amountReturned(stake, [39, 20])).toThrow(RangeError)
    }
    for (const stake of [0n, wholeUnits(-20)]) expect(() => amountReturned(stake, [2, 1])).toThrow(RangeError)
  })

  test.each(tables)('of $game.code returns whole units of every multiple of the least chip', ({ game }) => {
    const chip = leastChip(game)
    const fractions: Fraction[] = game.spots.flatMap(({ pays }) => pays.map(({ returns }) => returns))
    for (const chips of [1n, 7n, 999_999_937n]) {
      const stake = wholeUnits(chip) * chips
      for (const [numerator, denominator] of fractions) {
        const returned = amountReturned(stake, [numerator, denominator])
        expect(returned * BigInt(denominator)).toBe(stake * BigInt(numerator))
        expect(returned % wholeUnits(1)).toBe(0n)
      }
    }
    // A smaller chip would not do.
    const isLess = (less: number) => fractions.every(([above, below]) => (less * above) % below === 0)
    expect(Array.from({ length: chip - 1 }, (_, index) => index + 1).some(isLess)).toBe(false)
  })
})

describe('the data of a table game', () => {
  test.each(tables)('of $game.code have no faults, a canonical form and a pace of at least 5 s', (entry) => {
    expect(tableFaults(entry.game)).toEqual([])
    expect(canonicalJson(entry.game)).toMatch(/^[\x21-\x7e]+$/)
    expect(entry.betSeconds).toBeGreaterThanOrEqual(5)
    expect(gameOf(entry.game.code)).toBe(entry.game)
  })

  test('differ between speed baccarat and baccarat in the code alone', () => {
    expect(gameOf('speed-baccarat')).toEqual({ ...gameOf('baccarat'), code: 'speed-baccarat' })
  })

  test('an unknown code is no game', () => {
    expect(tableByCode('no-such-table')).toBeUndefined()
  })

  const good = gameOf('roulette')
  const baccarat = gameOf('baccarat')
  const broken: [field: string, game: TableGame][] = [
    ['spots.red', { ...good, spots: [...good.spots, spotOf('roulette', 'red')] }],
    ['spots.odd', { ...baccarat, spots: [{ code: 'odd', pays: [{ when: ['pocket-1'], returns: [2, 1] }] }] }],
    ['spots.half', { ...good, spots: [{ code: 'half', pays: [{ when: ['pocket-1'], returns: [1, 0] }] }], calls: [] }],
    ['spots.half', { ...good, spots: [{ code: 'half', pays: [{ when: ['pocket-1'], returns: [-1, 1] }] }], calls: [] }],
    ['calls.all', { ...good, calls: [{ code: 'all', chips: [{ spot: 'nowhere', count: 1 }] }] }],
    ['calls.all', { ...good, calls: [{ code: 'all', chips: [{ spot: 'red', count: 0 }] }] }],
    ['behindCut', { ...baccarat, behindCut: 5 } as TableGame],
    ['behindCut', { ...baccarat, behindCut: 416 } as TableGame],
  ]
  test.each(broken)('a fault of %s is named', (field, game) => {
    expect(tableFaults(game).map((fault) => fault.field)).toEqual([field])
  })
})
