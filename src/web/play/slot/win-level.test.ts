import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { countUpMs, isCelebrated, tierOf, timesStake } from './win-level.ts'

const stake = wholeUnits(1000)

test('a pay at or below the stake has no celebration and no count-up', () => {
  for (const pay of [0n, stake / 2n, stake]) {
    expect([isCelebrated(pay, stake), tierOf(pay, stake), countUpMs(pay, stake)]).toEqual([false, 0, 0])
  }
  expect(isCelebrated(stake + 1n, stake)).toBe(true)
})

test('the tiers begin at 5, 15, 40 and 100 times the stake', () => {
  const tiers = [1n, 5n, 15n, 40n, 100n].flatMap((times) => [stake * times - 1n, stake * times])
  expect(tiers.map((pay) => tierOf(pay, stake))).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3, 4])
})

test('a count-up lasts from 1.2 to 8 seconds and longer for a larger win', () => {
  const times = [stake + 1n, ...[2n, 5n, 15n, 40n, 100n, 200n, 5000n].map((count) => stake * count)]
  const lasts = times.map((pay) => countUpMs(pay, stake))
  expect(lasts).toEqual(lasts.toSorted((a, b) => a - b))
  expect([lasts[0], lasts.at(-1)]).toEqual([1200, 8000])
})

test('a pay is so many times the stake to two decimals, and never more than it was', () => {
  const pays = [2560, 2450, 212_000, 61_339, 61_330].map((pay) => timesStake(wholeUnits(pay), stake))
  expect(pays).toEqual([2.56, 2.45, 212, 61.33, 61.33])
})
