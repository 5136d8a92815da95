import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { volatilityOf } from '#domain/games/volatility.ts'
import { workshop } from '#domain/games/workshop.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { linesOf, type Game } from '#domain/games/game.ts'
import { smallSlot } from '#test/small-slot.ts'
import { exactClaims, simulatedClaims } from './check.ts'
import { roundDistribution } from './distribution.ts'
import { exactReturn } from './exact.ts'
import { grind, grindingClaims } from './grinding.ts'
import { winHistogram } from './histogram.ts'
import { independentReturn } from './independent.ts'
import { z999 } from './interval.ts'
import { parSheetOf } from './par.ts'
import { rational, toDecimal, toNumber } from './rational.ts'
import { simulate, zScore } from './simulate.ts'
import { tune } from './tune.ts'
import { repetitions } from '#test/length.ts'
import { scaledMs } from '#test/machine.ts'
import { anySlot } from '#test/any-slot.ts'

describe.each(catalogue)('$names.en', { timeout: scaledMs(180_000) }, (entry) => {
  test('every exact claim holds: enumerated, computed twice, below the cap, par sheet current', async () => {
    expect((await exactClaims(entry)).filter((claim) => !claim.holds)).toEqual([])
  })

  test('a simulation on threads lies inside its 99.9 % intervals', async () => {
    expect(
      (await simulatedClaims(entry, repetitions(100_000, 600_000), 'test', 2)).filter((claim) => !claim.holds),
    ).toEqual([])
  })

  test('trying server seeds before the commitment gains nothing, and would for a known client seed', () => {
    const ground = grind(entry.game, { members: 10, rounds: 100, candidates: 30, seed: 'test' })
    expect(grindingClaims(ground).filter((claim) => !claim.holds)).toEqual([])
  })

  test('the catalogue has the figures of the par sheet', () => {
    const sheet = parSheetOf(entry)
    expect(entry.returnPpm).toBe(Math.floor(Number(sheet.return.total) * 1e6))
    expect(entry.deviation).toBeCloseTo(sheet.deviation, 3)
    expect(entry.volatility).toBe(volatilityOf(sheet.deviation))
    expect(entry.nothingPpm).toBe(Math.ceil((1 - sheet.hitRate) * 1e6))
    expect(entry.winPpm).toBe(Math.ceil(sheet.hitRate * (1 - sheet.hitsAtOrBelowStake) * 1e6))
    const fromSymbols = sheet.symbols.reduce((sum, { base, freeSpins }) => sum + Number(base) + Number(freeSpins), 0)
    // Reels that fall, and free spins that depend on one another, have no parts by symbol.
    const hasParts = sheet.symbols.length > 0 && !Number.isNaN(fromSymbols)
    const parts = fromSymbols + Number(sheet.return.holdAndWin ?? 0) + Number(sheet.return.pick ?? 0)
    const total = Number(sheet.return.total) + (sheet.return.cut ?? 0)
    expect(hasParts ? parts : total).toBeCloseTo(total, 10)
  })
})

describe.each(workshop)('$names.en, in the workshop', (machine) => {
  test('every claim that needs no simulation holds', { timeout: scaledMs(180_000) }, async () => {
    expect((await exactClaims(machine)).filter((claim) => !claim.holds)).toEqual([])
  })

  test('a simulation on threads lies inside its 99.9 % intervals', { timeout: scaledMs(60_000) }, async () => {
    expect((await simulatedClaims(machine, 400_000, 'test', 2)).filter((claim) => !claim.holds)).toEqual([])
  })
})

describe('a small game, checked by enumerating every stop', () => {
  const small = smallSlot()
  const compiled = compile(small)

  test('the pruned enumeration equals the plain loops', () => {
    for (const reels of compiled.freeSpins ? [compiled.base, compiled.freeSpins.reels] : []) {
      const plain = plainHistogram(small, reels.name)
      const pruned = Object.fromEntries(
        winHistogram(compiled, reels).wins.map((win) => [`${win.pay} ${win.awards}`, win.stops]),
      )
      expect(pruned).toEqual(plain)
    }
  })

  test('exact mean, second program, distribution and simulation agree', () => {
    const exact = exactReturn(compiled)
    const second = independentReturn(small)
    const round = roundDistribution(compiled)
    expect(second.above * exact.total.denominator).toBe(second.below * exact.total.numerator)
    expect(Math.abs(round.mean / small.unitsPerStake - toNumber(exact.total))).toBeLessThan(1e-12)
    expect(round.chanceOf(0, Number.POSITIVE_INFINITY)).toBeCloseTo(1, 12)
    const rounds = 200_000
    const sums = simulate(small, rounds, 'small')
    expect(Math.abs(zScore(sums.pay / rounds, round.mean, round.deviation, rounds))).toBeLessThan(z999)
    expect(sums.largest).toBeLessThanOrEqual(round.largest)
  })

  test('an interval contains the stated share of simulated sums', () => {
    const { corridor } = roundDistribution(compiled)
    const { low, high } = corridor(500)(0.95)
    const inside = Array.from({ length: 400 }, (_, index) => simulate(small, 500, `corridor ${index}`).pay).filter(
      (pay) => pay >= low && pay <= high,
    )
    expect(inside.length / 400).toBeGreaterThan(0.91)
    expect(inside.length / 400).toBeLessThan(0.99)
  })

  test('an interval of many rounds is as wide as the deviation says, also where it is computed on wider places', () => {
    const { corridor, deviation, mean } = roundDistribution(compiled)
    const rounds = 10_000_000
    const { low, high } = corridor(rounds)(0.95)
    expect((high - low) / (2 * 1.959964 * deviation * Math.sqrt(rounds))).toBeCloseTo(1, 2)
    expect((high + low) / (2 * rounds * mean)).toBeCloseTo(1, 3)
  })

  test('a pay that differs by one unit changes the return', () => {
    const dearer: Game = { ...small, paytable: { ...small.paytable, ten: [0, 0, 5] } }
    const mean = exactReturn(compile(dearer)).total
    expect(mean).not.toEqual(exactReturn(compiled).total)
    const wrong = simulate(dearer, 200_000, 'small')
    const round = roundDistribution(compiled)
    expect(Math.abs(zScore(wrong.pay / wrong.rounds, round.mean, round.deviation, wrong.rounds))).toBeGreaterThan(z999)
  })
})

test('the tuner reaches the targets near the initial strips', () => {
  const tuned = tune(anySlot.game, {
    rtp: 0.94,
    featureShare: 0.35,
    spinsPerFeature: 160,
    hitRate: 0.28,
    cycle: [30e6, 60e6],
    effort: { moves: 15_000, orders: 2 },
    seed: 'test',
  })
  const exact = exactReturn(compile(tuned))
  expect(Math.abs(toNumber(exact.total) - 0.94)).toBeLessThan(0.003)
  expect(Math.abs(toNumber(exact.feature) / toNumber(exact.total) - 0.35)).toBeLessThan(0.01)
  expect(Math.abs(1 / toNumber(exact.triggerRate) - 160)).toBeLessThan(16)
})

test('the same seed simulates the same rounds, another seed other rounds', () => {
  expect(simulate(anySlot.game, 5000, 'one')).toEqual(simulate(anySlot.game, 5000, 'one'))
  expect(simulate(anySlot.game, 5000, 'one')).not.toEqual(simulate(anySlot.game, 5000, 'two'))
})

describe('fractions', () => {
  test('are reduced, written without rounding up, and turned into the nearest double', () => {
    expect(rational(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n })
    expect(toDecimal(rational(2, 3), 5)).toBe('0.66666')
    expect(toNumber(rational(1, 3))).toBe(1 / 3)
    expect(toNumber(rational(10n ** 400n + 1n, 3n * 10n ** 400n))).toBe(1 / 3)
    expect(toNumber(rational(0))).toBe(0)
    expect(() => rational(1, 0)).toThrow(RangeError)
  })
})

/** Every stop by nested loops and the rules read plainly: pays of lines and coins, whether spins are awarded. */
function plainHistogram(game: Game, set: string): Record<string, number> {
  const counts: Record<string, number> = {}
  const [first = [], second = [], third = []] = game.strips[set] ?? []
  first.forEach((_a, one) => {
    second.forEach((_b, two) => {
      third.forEach((_c, three) => {
        const grid = [first, second, third].map((strip, reel) => {
          const stop = [one, two, three][reel] ?? 0
          return [strip[stop] ?? '', strip[(stop + 1) % strip.length] ?? '']
        })
        const coins = grid.flat().filter((id) => id === 'coin').length
        const lines = linesOf(game).map((line) =>
          plainLine(
            game,
            line.map((row, reel) => grid[reel]?.[row] ?? ''),
          ),
        )
        const pay = lines.reduce((sum, line) => sum + line, game.paytable['coin']?.[coins - 1] ?? 0)
        const key = `${pay} ${coins >= 3}`
        counts[key] = (counts[key] ?? 0) + 1
      })
    })
  })
  return counts
}

function plainLine(game: Game, shown: string[]): number {
  const [, middle = '', last = ''] = shown
  const wilds =
    shown
      .join(' ')
      .match(/^(tiger ?)+/)?.[0]
      .trim()
      .split(' ').length ?? 0
  const asWild = game.paytable['tiger']?.[wilds - 1] ?? 0
  const others = new Set(shown.filter((id) => id !== 'tiger'))
  const [only = ''] = others
  const asOther = others.size === 1 && only !== 'coin' ? (game.paytable[only]?.[2] ?? 0) : 0
  return middle && last ? Math.max(asWild, asOther) : 0
}
