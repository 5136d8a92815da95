import type { CompiledGame, CompiledReels } from '#domain/games/slot/compiled.ts'
import type { LineTable } from '#domain/games/slot/lines.ts'
import { spinsAwarded } from '#domain/games/slot/play.ts'
import { add, rational, times, type Rational } from './rational.ts'

/** The exact mean of a game and its parts, as fractions of the stake. */
export type ExactReturn = {
  total: Rational
  base: Rational
  feature: Rational
  /** How often a paid spin begins free spins. */
  triggerRate: Rational
  /** How many free spins a feature has on average, those won inside it included. */
  freeSpinsPerFeature: Rational
}

/** Statistics of one spin of a reel set; all whole numbers, to be divided by `cycle`. */
export type ReelStatistics = {
  cycle: number
  /** `lineEnds[state]`: of all stops, those in which a given line ends its walk in a state. The same for every line. */
  lineEnds: Float64Array
  /** `scatterCounts[count]`: of all stops, those that show so many scatters. */
  scatterCounts: number[]
}

/**
 * The exact mean, computed without enumerating combinations of stops. Every position of each strip is equally frequent
 * on every line, so a line's mean follows from the counts of the symbols on each strip and the state table; lines and
 * scatters add up. Free spins do not depend on what was drawn before, so a feature pays its mean spin times its mean
 * length (Wald), and that length is the finite geometric sum over the awards that still fit under the limit.
 */
export function exactReturn(compiled: CompiledGame): ExactReturn {
  const base = reelStatistics(compiled, compiled.base)
  const basePay = rational(payPerCycle(compiled, base), base.cycle)
  const feature = compiled.freeSpins
  const free = feature && reelStatistics(compiled, feature.reels)
  const triggerRate = rational(triggersPerCycle(compiled, base), base.cycle)
  const freeSpins = free ? freeSpinsPerFeature(compiled, free) : rational(0)
  const freePay = free ? rational(payPerCycle(compiled, free) * feature.rule.multiplier, free.cycle) : rational(0)
  const perStake = rational(1, compiled.game.unitsPerStake)
  const ofBase = times(perStake, basePay)
  const ofFeature = times(perStake, times(triggerRate, times(freeSpins, freePay)))
  return {
    total: add(ofBase, ofFeature),
    base: ofBase,
    feature: ofFeature,
    triggerRate,
    freeSpinsPerFeature: freeSpins,
  }
}

/** Walks the state table with all stops of the reels at once. Throws RangeError when counts would not stay exact. */
export function reelStatistics({ table }: CompiledGame, reels: CompiledReels): ReelStatistics {
  const cycle = reels.lengths.reduce((product, length) => product * length, 1)
  if (!Number.isSafeInteger(cycle * 1_000_000)) throw new RangeError(`A cycle of ${cycle} stops is too long to count.`)
  const symbolCounts = reels.lengths.map((_, reel) => symbolsOnStrip(reels, reel, table.symbolCount))
  const scatterCounts = reels.scatters.map(countOf).reduce(convolve, [1])
  return { cycle, lineEnds: lineEnds(table, symbolCounts), scatterCounts }
}

/** How many walks end in each state, for reels that show each symbol as often as `symbolCounts[reel][symbol]` says. */
export function lineEnds(table: LineTable, symbolCounts: readonly (readonly number[])[]): Float64Array {
  const { next, ended, symbolCount } = table
  let ends = new Float64Array(ended.length)
  ends[0] = 1
  for (const counts of symbolCounts) {
    const after = new Float64Array(ended.length)
    const length = counts.reduce((sum, count) => sum + count, 0)
    for (let state = 0; state < ended.length; state++) {
      const stops = ends[state] ?? 0
      if (stops === 0) continue
      if (ended[state] === 1) {
        after[state] = (after[state] ?? 0) + stops * length
        continue
      }
      for (let symbol = 0; symbol < symbolCount; symbol++) {
        const to = next[state * symbolCount + symbol] ?? 0
        after[to] = (after[to] ?? 0) + stops * (counts[symbol] ?? 0)
      }
    }
    ends = after
  }
  return ends
}

/** Units paid over the whole cycle of the reels, before any multiplier. */
export function payPerCycle({ table, game, scatter }: CompiledGame, statistics: ReelStatistics): number {
  const perLine = statistics.lineEnds.reduce((sum, stops, state) => sum + stops * (table.pay[state] ?? 0), 0)
  const scatters = statistics.scatterCounts.reduce((sum, stops, count) => sum + stops * (scatter.pays[count] ?? 0), 0)
  const pay = perLine * game.winMode.lines.length + scatters
  if (!Number.isSafeInteger(pay)) throw new RangeError(`The pay of a cycle, ${pay}, is too large to count.`)
  return pay
}

/** Stops of the cycle that award free spins. */
export function triggersPerCycle(compiled: CompiledGame, statistics: ReelStatistics): number {
  return statistics.scatterCounts.reduce(
    (sum, stops, count) => sum + (spinsAwarded(compiled, count, 0) > 0 ? stops : 0),
    0,
  )
}

/** The mean length of a feature: the sum over i of the chance that an i-th free spin is played. */
function freeSpinsPerFeature(compiled: CompiledGame, free: ReelStatistics): Rational {
  const rule = compiled.freeSpins?.rule
  if (!rule) return rational(0)
  const again = BigInt(triggersPerCycle(compiled, free))
  const cycle = BigInt(free.cycle)
  // `weights` holds, over cycle^played, the chance to have played so many spins and been awarded so many.
  let weights = new Map([[rule.spins, 1n]])
  let sum = 0n
  for (let played = 0; played < rule.spinsLimit; played++) {
    const after = new Map<number, bigint>()
    let alive = 0n
    for (const [awarded, weight] of weights) {
      if (awarded <= played) continue
      alive += weight
      const more = awarded + spinsAwarded(compiled, rule.trigger.count, awarded)
      after.set(more, (after.get(more) ?? 0n) + weight * again)
      after.set(awarded, (after.get(awarded) ?? 0n) + weight * (cycle - again))
    }
    sum = sum * cycle + alive
    weights = after
  }
  return rational(sum, cycle ** BigInt(rule.spinsLimit - 1))
}

function symbolsOnStrip(reels: CompiledReels, reel: number, symbolCount: number): number[] {
  const length = reels.lengths[reel] ?? 0
  const window = reels.windows[reel] ?? new Uint8Array()
  const rows = window.length / length
  const counts = Array.from({ length: symbolCount }, () => 0)
  for (let stop = 0; stop < length; stop++) {
    const symbol = window[stop * rows] ?? 0
    counts[symbol] = (counts[symbol] ?? 0) + 1
  }
  return counts
}

/** How often each value occurs, from 0 to the largest. */
export function countOf(values: Uint8Array): number[] {
  const counts = Array.from({ length: Math.max(...values) + 1 }, () => 0)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** The counts of the sum of two independent counts. */
export function convolve(one: number[], other: number[]): number[] {
  const sums = Array.from({ length: one.length + other.length - 1 }, () => 0)
  one.forEach((left, index) => {
    other.forEach((right, offset) => {
      sums[index + offset] = (sums[index + offset] ?? 0) + left * right
    })
  })
  return sums
}
