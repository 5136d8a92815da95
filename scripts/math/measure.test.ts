import { describe, expect, test } from 'vitest'
import type { Game } from '#domain/games/game.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { everyRound } from '#test/every-round.ts'
import { sampleSlot } from '#test/sample-slots.ts'
import { roundDistribution } from './distribution.ts'
import { measureBlocks } from './measure.ts'
import { halfWidthOf, playFeatureBlock } from './measurement.ts'

/** Measurements in two parts against every possible round of machines that are small enough. */

const capped = (code: string, maxWinTimesStake: number): Game => ({ ...sampleSlot(code), maxWinTimesStake })
const cases = [
  sampleSlot('sticky'),
  capped('sticky', 5),
  sampleSlot('expanding-symbol'),
  capped('keeps-ladder', 4),
  sampleSlot('walking'),
].map((game) => ({ name: `${game.code} up to ${game.maxWinTimesStake}`, game }))

describe.each(cases)('the measurement of $name', ({ game }) => {
  test('has the mean, deviation and chances of every possible round within its interval', async () => {
    const measurement = await measureBlocks(game, 'test', { paid: [2, 2, 5], feature: 5 }, 1)
    const round = roundDistribution(compile(game), measurement)
    const half = halfWidthOf(game, measurement)
    const rounds = [...everyRound(game)]
    const share = (value: (pay: number) => number) =>
      rounds.reduce((sum, { tally, outOf }) => sum + value(tally.total) / outOf, 0)
    const mean = share((pay) => pay)
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(0.03 * mean)
    expect(Math.abs(round.mean - mean)).toBeLessThan(half)
    expect(round.deviation / Math.sqrt(share((pay) => pay ** 2) - mean ** 2)).toBeCloseTo(1, 1)
    expect(round.chanceOf(0, 1)).toBeCloseTo(
      share((pay) => Number(pay === 0)),
      2,
    )
    const most = Math.max(...rounds.map(({ tally }) => tally.total))
    expect(Math.min(round.largest, compile(game).cap)).toBe(most)
    expect(10 ** round.largestLogChance).toBeCloseTo(
      share((pay) => Number(pay === most)),
      2,
    )
  })
})

test('the same seed and block count the same, another block counts other features', () => {
  const game = sampleSlot('sticky')
  expect(playFeatureBlock(game, 'one', 3)).toEqual(playFeatureBlock(game, 'one', 3))
  expect(playFeatureBlock(game, 'one', 3)).not.toEqual(playFeatureBlock(game, 'one', 4))
})
