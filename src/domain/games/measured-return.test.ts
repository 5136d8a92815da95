import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { fewestRounds, measureReturn, type CountedRounds } from './measured-return.ts'
import { drawFrom } from './draw.ts'
import { play } from './slot/play.ts'
import { cipherStream } from '../../../scripts/math/chance.ts'
import { wholeUnits } from '#domain/money.ts'

const expected = { returnPpm: 960_000, deviation: 6 }

test('is what was paid of the stakes, in deviations of the total from what the par sheet expects', () => {
  // 10 000 rounds of 100: the deviation of the total is 6 x 100 x 100.
  const rounds = { rounds: 10_000n, stake: 1_000_000n, stakeSquares: 100_000_000n }
  expect(measureReturn({ ...rounds, pay: 960_000n }, expected)).toEqual({
    returnPpm: 960_000,
    deviations: 0,
    isOff: false,
  })
  const far = measureReturn({ ...rounds, pay: 960_000n + 300_000n }, expected)
  expect(far).toEqual({ returnPpm: 1_260_000, deviations: 5, isOff: true })
  expect(measureReturn({ ...rounds, pay: 960_000n - 300_000n }, expected)).toMatchObject({
    deviations: -5,
    isOff: true,
  })
  expect(measureReturn({ ...rounds, pay: 960_000n + 240_000n }, expected)).toMatchObject({
    deviations: 4,
    isOff: false,
  })
})

test('raises no alarm before there are enough rounds, and is nothing before the first', () => {
  const few = { rounds: fewestRounds - 1n, stake: 999_900n, stakeSquares: 99_990_000n, pay: 5_000_000n }
  expect(measureReturn(few, expected)).toMatchObject({ isOff: false })
  expect(measureReturn({ rounds: 0n, stake: 0n, stakeSquares: 0n, pay: 0n }, expected)).toBe(null)
})

test('weighs stakes by their size: one large stake decides more than many small ones', () => {
  const small = { rounds: 10_000n, stake: 1_000_000n, stakeSquares: 100_000_000n }
  const withLarge = { rounds: 10_001n, stake: 2_000_000n, stakeSquares: 100_000_000n + 1_000_000n ** 2n }
  const pay = (stake: bigint): bigint => (stake * 3n) / 2n
  expect(measureReturn({ ...small, pay: pay(small.stake) }, expected)?.isOff).toBe(true)
  expect(measureReturn({ ...withLarge, pay: pay(withLarge.stake) }, expected)?.isOff).toBe(false)
})

test.each(catalogue)('the engine’s own rounds of $names.en raise no alarm', ({ game, returnPpm, deviation }) => {
  const draw = drawFrom(cipherStream(`measured ${game.code}`))
  const counted: CountedRounds = { rounds: 0n, stake: 0n, stakeSquares: 0n, pay: 0n }
  for (let round = 0; round < 20_000; round += 1) {
    const stake = wholeUnits(game.stakes[round % game.stakes.length] ?? 0)
    counted.rounds += 1n
    counted.stake += stake
    counted.stakeSquares += stake * stake
    counted.pay += play(game, draw, { stake }).pay
  }
  const measured = measureReturn(counted, { returnPpm, deviation })
  expect(measured?.isOff).toBe(false)
  expect(Math.abs(measured?.deviations ?? 9)).toBeLessThan(3.5)
})
