import { describe, expect, test } from 'vitest'
import { compile } from '#domain/games/slot/compiled.ts'
import { capOf, featureOf, type Game } from '#domain/games/game.ts'
import { everyRound, type PossibleRound } from '#test/every-round.ts'
import { cappedSlots, exactSlots, sampleSlot, simulatedSlots } from '#test/sample-slots.ts'
import { hasRoundDistribution, roundDistribution } from './distribution.ts'
import { exactReturn, hasExactReturn } from './exact.ts'
import { winHistogram } from './histogram.ts'
import { meanHoldPay } from './hold-chain.ts'
import { machines } from './machines.ts'
import { add, rational, times, toNumber, type Rational } from './rational.ts'
import { simulate, simulatedMean, zScore } from './simulate.ts'
import { spinStatistics } from './spin-statistics.ts'
import { sumExactly } from './counting.ts'

/** Each exact method against the engine itself, which plays every sequence of draws. */

/** The exact mean of a value over all rounds, in stakes. */
function meanOf(game: Game, rounds: readonly PossibleRound[], value: (round: PossibleRound) => number): Rational {
  const sums = new Map<number, number>()
  for (const round of rounds) sums.set(round.outOf, (sums.get(round.outOf) ?? 0) + value(round))
  const units = [...sums].reduce((sum, [outOf, total]) => add(sum, rational(total, outOf)), rational(0))
  return times(units, rational(1, game.unitsPerStake))
}

const exact = exactSlots.map((game) => ({ code: game.code, game, rounds: [...everyRound(game)] }))

describe.each(exact)('the exact mean of $code', ({ game, rounds }) => {
  const compiled = compile(game)

  test('is the mean of every possible round, and so is each of its parts', () => {
    const means = exactReturn(compiled)
    expect(means.total).toEqual(meanOf(game, rounds, ({ tally }) => tally.total))
    expect(means.base).toEqual(meanOf(game, rounds, ({ tally }) => tally.basePay))
    expect(means.feature).toEqual(meanOf(game, rounds, ({ tally }) => tally.freePay))
    expect(means.hold).toEqual(meanOf(game, rounds, ({ tally }) => tally.holdPay))
    expect(means.pick).toEqual(meanOf(game, rounds, ({ tally }) => tally.pickPay))
    const rateOf = (value: (round: PossibleRound) => boolean) =>
      times(
        rational(game.unitsPerStake),
        meanOf(game, rounds, (round) => Number(value(round))),
      )
    expect(means.triggerRate).toEqual(rateOf(({ tally }) => tally.freeSpins > 0))
    expect(means.holdRate).toEqual(rateOf(({ tally }) => tally.coins > 0))
    expect(means.pickRate).toEqual(rateOf(({ tally }) => tally.picks > 0))
  })

  test('lies within the interval of a simulation', () => {
    const sums = simulate(game, 40_000, 'exact methods')
    const { mean, half } = simulatedMean(sums)
    expect(Math.abs(mean / game.unitsPerStake - toNumber(exactReturn(compiled).total))).toBeLessThan(
      half / game.unitsPerStake,
    )
  })
})

const distributed = [...exactSlots, ...cappedSlots].filter((game) => hasRoundDistribution(compile(game)))

test('every sample but those with sticky wilds and a special symbol has a distribution', () => {
  const others = [...exactSlots, ...cappedSlots].filter((game) => !distributed.includes(game))
  expect(others.map(({ code }) => code)).toEqual(['sticky', 'expanding-symbol'])
})

describe.each(distributed)('the distribution of $code', (game) => {
  const rounds = [...everyRound(game)]
  const share = (value: (round: PossibleRound) => number) =>
    rounds.reduce((sum, round) => sum + value(round) / round.outOf, 0)

  test('has the mean, deviation, cut and chances of every possible round', () => {
    const { mean, deviation, cut, chanceOf, largest, largestLogChance } = roundDistribution(compile(game))
    const due = share(({ tally }) => tally.total)
    expect(mean).toBeCloseTo(due, 9)
    expect(deviation).toBeCloseTo(Math.sqrt(share(({ tally }) => tally.total ** 2) - due ** 2), 8)
    const isCapped = game.code.startsWith('capped')
    expect(cut > 0).toBe(isCapped)
    for (const pay of new Set(rounds.map(({ tally }) => tally.total))) {
      expect(chanceOf(pay, pay + 1)).toBeCloseTo(
        share(({ tally }) => Number(tally.total === pay)),
        10,
      )
    }
    const most = Math.max(...rounds.map(({ tally }) => tally.total))
    expect(isCapped ? capOf(game) : largest).toBe(most)
    expect(10 ** largestLogChance).toBeCloseTo(
      share(({ tally }) => Number(tally.total === most)),
      10,
    )
  })
})

test('games without an exact mean say so', () => {
  for (const game of simulatedSlots.filter(({ code }) => ['keeps-ladder', 'walking', 'line-factors'].includes(code))) {
    expect(hasExactReturn(compile(game))).toBe(false)
    expect(() => exactReturn(compile(game))).toThrow(RangeError)
  }
})

test('the capped mean is the exact mean less the cut', () => {
  const capped = roundDistribution(compile(sampleSlot('capped-free-spins')))
  const whole = roundDistribution(compile(sampleSlot('free-spins')))
  expect(capped.mean + capped.cut).toBeCloseTo(whole.mean, 12)
})

describe('reels beyond a cycle of 2^53 stops', () => {
  const longer = (game: Game, times: number): Game => ({
    ...game,
    strips: { base: game.strips.base.map((strip) => Array.from({ length: times }, () => strip).flat()) },
  })

  test.each(['lines', 'ways', 'ways-factors', 'mystery'])('%s has the same mean as with short strips', (code) => {
    const game = longer(sampleSlot(code), 90_000)
    const { cycle } = spinStatistics(compile(game), compile(game).base)
    expect(cycle).toBeGreaterThan(2n ** 53n)
    expect(exactReturn(compile(game)).total).toEqual(exactReturn(compile(sampleSlot(code))).total)
  })
})

describe('ways', () => {
  test.each(['ways', 'ways-factors'])('%s: the enumeration by classes pays what reel statistics say', (code) => {
    const compiled = compile(sampleSlot(code))
    const { cycle, wins } = winHistogram(compiled, compiled.base)
    const { pays, cycle: due } = spinStatistics(compiled, compiled.base)
    expect(wins.reduce((sum, { stops }) => sum + stops, 0)).toBe(cycle)
    const enumerated = rational(
      wins.reduce((sum, { pay, stops }) => sum + BigInt(pay) * BigInt(stops), 0n),
      BigInt(cycle),
    )
    expect(enumerated).toEqual(rational(sumExactly(pays), due))
  })
})

test('a simulation finds a pay that differs by one unit', () => {
  const game = sampleSlot('hold-and-win')
  const dearer: Game = {
    ...game,
    features: game.features.map((feature) => (feature.kind === 'hold-and-win' ? { ...feature, full: 14 } : feature)),
  }
  const round = roundDistribution(compile(game))
  const sums = simulate(dearer, 100_000, 'dearer')
  expect(Math.abs(zScore(sums.pay / sums.rounds, round.mean, round.deviation, sums.rounds))).toBeGreaterThan(3.2905)
})

test('hold-and-win of a full machine: the chain pays what a recursion cell by cell pays', () => {
  const machine = machines.find(({ game }) => featureOf(game, 'hold-and-win'))
  const rule = machine && featureOf(machine.game, 'hold-and-win')
  if (!machine || !rule) throw new Error('No machine has hold-and-win.')
  const cells = machine.game.grid.reels * machine.game.grid.rows
  const chance = rule.landing.chance / rule.landing.of
  const weight = rule.values.reduce((sum, value) => sum + value.weight, 0)
  const coin = rule.values.reduce((sum, value) => sum + (value.pay * value.weight) / weight, 0)
  const known = new Map<string, number>()
  /** What is still to come: `left` respins after this one, `open` cells of this one still to draw. */
  const rest = (coins: number, left: number, open: number, hasLanded: boolean): number => {
    const key = `${coins} ${left} ${open} ${hasLanded}`
    const found = known.get(key)
    if (found !== undefined) return found
    let value = 0
    if (open > 0) {
      value =
        (1 - chance) * rest(coins, left, open - 1, hasLanded) + chance * (coin + rest(coins + 1, left, open - 1, true))
    } else if (coins === cells) value = rule.full
    else if (hasLanded || left > 0) {
      value = rest(coins, (hasLanded ? rule.respins : left) - 1, cells - coins, false)
    }
    known.set(key, value)
    return value
  }
  for (let coins = rule.trigger.count; coins <= cells; coins++) {
    const due = coins * coin + rest(coins, rule.respins, 0, false)
    expect(toNumber(meanHoldPay(rule, cells, coins))).toBeCloseTo(due, 8)
  }
})
