import { compile, type CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'
import { linesOf } from '#domain/games/game.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { nodeSha256Hex } from './chance.ts'
import { roundDistribution } from './distribution.ts'
import { exactReturn, type ExactReturn } from './exact.ts'
import { largestPay, moments, winHistogram } from './histogram.ts'
import type { SpinKind } from './enumeration.ts'
import type { Machine } from './machines.ts'
import { hasSpinStatistics, spinStatistics, type SpinStatistics } from './spin-statistics.ts'
import { add, times, rational, toDecimal, toNumber } from './rational.ts'

export type ParSheet = ReturnType<typeof parSheetOf>

const decimals = 12

/**
 * All that is published of a game's mathematics, computed afresh. Returns and pays are parts or multiples of the stake;
 * what is exact is a decimal string cut off after twelve digits, beside its fraction; the rest are doubles, rounded.
 */
export function parSheetOf({ game, names }: Pick<Machine, 'game' | 'names'>) {
  const compiled = compile(game)
  const exact = exactReturn(compiled)
  const round = roundDistribution(compiled)
  const largest = Math.min(round.largest, compiled.cap)
  const inStakes = (units: number) => rounded(units / game.unitsPerStake)
  const base = reelSheet(compiled, compiled.base, 'base')
  const free = compiled.freeSpins ? reelSheet(compiled, compiled.freeSpins.reels, 'free') : null
  const bandEdges = [0, 1, 5, 20, 100, 1000].map((stakes) => stakes * game.unitsPerStake)
  return {
    code: game.code,
    version: game.version,
    title: names.en,
    mathHash: mathHashOf(game, nodeSha256Hex),
    grid: game.grid,
    lines: linesOf(game).length,
    unitsPerStake: game.unitsPerStake,
    stakes: game.stakes,
    return: {
      total: toDecimal(exact.total, decimals),
      base: toDecimal(exact.base, decimals),
      freeSpins: toDecimal(exact.feature, decimals),
      ...(compiled.holdAndWin && { holdAndWin: toDecimal(exact.hold, decimals) }),
      ...(compiled.pick && { pick: toDecimal(exact.pick, decimals) }),
      ...(round.cut > 0 && { cut: rounded(round.cut / game.unitsPerStake) }),
      numerator: exact.total.numerator.toString(),
      denominator: exact.total.denominator.toString(),
    },
    deviation: inStakes(round.deviation),
    hitRate: base.hitRate,
    feature: featureSheet(compiled, exact),
    largestWin: inStakes(largest),
    ...(round.largest > largest && { uncappedWin: inStakes(round.largest) }),
    maxWin: game.maxWinTimesStake,
    mostDraws: compiled.drawsLimit,
    winBands: [
      { from: 0, to: 0, chance: roundedChance(round.chanceOf(0, 1)) },
      ...bandEdges.map((edge, index) => ({
        above: edge / game.unitsPerStake,
        upTo: inStakes(bandEdges[index + 1] ?? largest),
        chance: roundedChance(round.chanceOf(edge + 1, (bandEdges[index + 1] ?? largest) + 1)),
      })),
    ],
    corridors: [1_000, 10_000, 100_000, 1_000_000].map((rounds) => ({
      rounds,
      ...corridorSheet(round.corridor, rounds, game.unitsPerStake),
    })),
    symbols: hasSpinStatistics(compiled) ? symbolSheet(compiled, exact) : [],
    paytable: game.paytable,
    reels: free ? { base, free } : { base },
  }
}

/** How often the features begin, and what one pays. */
function featureSheet(compiled: CompiledGame, exact: ExactReturn) {
  const rates = [exact.triggerRate, exact.holdRate, exact.pickRate]
  const rate = rates.reduce(add)
  const pay = [exact.feature, exact.hold, exact.pick].reduce(add)
  return {
    triggerRate: toDecimal(rate, decimals),
    spinsPerFeature: rounded(1 / toNumber(rate)),
    ...(compiled.freeSpins && { freeSpinsPerFeature: toDecimal(exact.freeSpinsPerFeature, decimals) }),
    meanPay: rounded(toNumber(pay) / toNumber(rate)),
  }
}

function corridorSheet(
  corridor: (rounds: number, chance: number) => { low: number; high: number },
  rounds: number,
  units: number,
) {
  const bounds = (chance: number) => {
    const { low, high } = corridor(rounds, chance)
    return { low: (low / units / rounds).toFixed(4), high: (high / units / rounds).toFixed(4) }
  }
  return { in95Of100: bounds(0.95), in99Of100: bounds(0.99) }
}

/**
 * One reel set: its strips, and what a spin on it can pay before the multiplier; pays in the histogram are in units.
 */
function reelSheet(compiled: CompiledGame, reels: CompiledReels, spin: SpinKind) {
  const histogram = winHistogram(compiled, reels, spin)
  const { mean, square } = moments(histogram)
  const units = compiled.game.unitsPerStake
  const stops: Record<string, number> = {}
  for (const win of histogram.wins) stops[win.pay] = (stops[win.pay] ?? 0) + win.stops
  return {
    stripLengths: reels.lengths,
    cycle: histogram.cycle,
    meanPay: rounded(mean / units),
    deviation: rounded(Math.sqrt(square - mean ** 2) / units),
    hitRate: rounded(1 - (stops['0'] ?? 0) / histogram.cycle),
    largestPay: largestPay(histogram) / units,
    winHistogram: stops,
  }
}

/** What each symbol adds to the return, as a part of the stake; a line of wilds alone counts for the wild. */
function symbolSheet(compiled: CompiledGame, exact: ExactReturn) {
  const { game, freeSpins } = compiled
  const perStake = rational(1, game.unitsPerStake)
  const base = symbolPays(spinStatistics(compiled, compiled.base))
  const free = freeSpins ? symbolPays(spinStatistics(compiled, freeSpins.reels)) : null
  const freeSpinsPerRound = times(exact.triggerRate, exact.freeSpinsPerFeature)
  return game.symbols.map(({ id, kind }, symbol) => {
    const inBase = times(perStake, base(symbol))
    const multiplier = rational(freeSpins?.rule.multiplier ?? 1)
    const inFree = free ? times(times(perStake, multiplier), times(freeSpinsPerRound, free(symbol))) : rational(0)
    return { id, kind, base: toDecimal(inBase, decimals), freeSpins: toDecimal(inFree, decimals) }
  })
}

function symbolPays({ pays, cycle }: SpinStatistics) {
  return (symbol: number) => rational(pays[symbol] ?? 0n, cycle)
}

/** Ten significant digits, few enough that the rounding of doubles does not affect them. */
function rounded(value: number): number {
  return Number(value.toPrecision(10))
}

/** A chance that came through the Fourier domain is good to about 1e-14, however small it is itself. */
function roundedChance(chance: number): number {
  return Number(chance.toFixed(12))
}
