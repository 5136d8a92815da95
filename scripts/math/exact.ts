import type { CompiledFreeSpins, CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'
import { spinsAwarded } from '#domain/games/slot/free-spins.ts'
import { sumExactly } from './counting.ts'
import { freeSpinsPerFeature, meanSpecialPay, meanStickyPay } from './free-spin-means.ts'
import { winHistogram } from './histogram.ts'
import { meanHoldPay } from './hold-chain.ts'
import { add, rational, times, type Rational } from './rational.ts'
import { hasSpinStatistics, meanPay, spinStatistics, timesWhole } from './spin-statistics.ts'
import { canEnumerateTumbles } from './tumble-enumeration.ts'

/**
 * The exact mean of a game and its parts, as fractions of the stake, before the cap: `roundDistribution` and the
 * simulation have what the cap cuts.
 */
export type ExactReturn = {
  total: Rational
  base: Rational
  /** What free spins pay. */
  feature: Rational
  /** How often a paid spin begins free spins. */
  triggerRate: Rational
  /** How many free spins a feature has on average, those won inside it included. */
  freeSpinsPerFeature: Rational
  hold: Rational
  holdRate: Rational
  pick: Rational
  pickRate: Rational
}

/** The means of one spin of a reel set, before any multiplier. */
export type SpinMeans = {
  cycle: bigint
  pay: Rational
  /** Stops of the cycle that award free spins. */
  awards: bigint
  /** Stops of the cycle by the number of coins in view. */
  coins: readonly bigint[]
  /** Stops of the cycle that start the picks. */
  picks: bigint
}

/** Whether the exact mean of a game can be computed. */
export function hasExactReturn(compiled: CompiledGame): boolean {
  if (compiled.walking || compiled.freeSpins?.rule.keepsLadder) return false
  return hasSpinStatistics(compiled) || canEnumerateTumbles(compiled)
}

/**
 * The exact mean. Free spins do not depend on what was drawn before, so a feature pays its mean spin times its mean
 * length (Wald), and that length is the finite geometric sum over the awards that still fit under the limit.
 * Hold-and-win follows from its chain, picks from the mean of their prizes. Throws RangeError for a game without an
 * exact method (`hasExactReturn`).
 */
export function exactReturn(compiled: CompiledGame): ExactReturn {
  const { game, freeSpins, holdAndWin, pick, reels, rows } = compiled
  if (!hasExactReturn(compiled)) throw new RangeError(`${game.code} has no exact mean: simulate it.`)
  const base = spinMeans(compiled, compiled.base, 'base')
  const free = freeSpins && spinMeans(compiled, freeSpins.reels, 'free')
  const triggerRate = rational(base.awards, base.cycle)
  const length = free ? freeSpinsPerFeature(compiled, free.awards, free.cycle) : rational(0)
  const perStake = rational(1, game.unitsPerStake)
  const ofBase = times(perStake, base.pay)
  const ofFeature =
    free && freeSpins
      ? times(perStake, times(triggerRate, featurePay(compiled, freeSpins, free.pay, length)))
      : rational(0)
  const least = holdAndWin?.rule.trigger.count ?? 0
  const ofHold = base.coins.reduce((sum, stops, coins) => {
    if (!holdAndWin || coins < least || stops === 0n) return sum
    return add(sum, times(rational(stops, base.cycle), meanHoldPay(holdAndWin.rule, reels * rows, coins)))
  }, rational(0))
  const pickRate = rational(base.picks, base.cycle)
  const prize = pick
    ? rational(
        pick.prizes.values.reduce((sum, pay, index) => sum + pay * (pick.prizes.weights[index] ?? 0), 0) *
          pick.rule.picks,
        pick.prizes.total,
      )
    : rational(0)
  const hold = times(perStake, ofHold)
  const ofPick = times(perStake, times(pickRate, prize))
  return {
    total: [ofBase, ofFeature, hold, ofPick].reduce(add),
    base: ofBase,
    feature: ofFeature,
    triggerRate,
    freeSpinsPerFeature: length,
    hold,
    holdRate: holdAndWin ? rational(sumExactly(base.coins.slice(least)), base.cycle) : rational(0),
    pick: ofPick,
    pickRate,
  }
}

/** The mean pay of one feature of free spins, in units. */
function featurePay(compiled: CompiledGame, feature: CompiledFreeSpins, spinPay: Rational, length: Rational): Rational {
  const { rule } = feature
  if (rule.wilds === 'sticky') return timesWhole(meanStickyPay(compiled, feature), rule.multiplier)
  return timesWhole(times(length, add(spinPay, meanSpecialPay(compiled, feature))), rule.multiplier)
}

/** The means of a spin: by closed form, or where the reels tumble by enumeration. */
export function spinMeans(compiled: CompiledGame, reels: CompiledReels, spin: 'base' | 'free'): SpinMeans {
  if (compiled.tumble) return enumeratedMeans(compiled, reels, spin)
  const statistics = spinStatistics(compiled, reels)
  const { cycle, scatters, coins } = statistics
  const withAtLeast = (counts: readonly bigint[], least: number | undefined) =>
    least === undefined ? 0n : sumExactly(counts.slice(least))
  const awards = scatters.filter((_, count) => spinsAwarded(compiled, count, 0) > 0)
  return {
    cycle,
    pay: meanPay(statistics),
    awards: sumExactly(awards),
    coins,
    picks: withAtLeast(scatters, compiled.pick?.rule.trigger.count),
  }
}

function enumeratedMeans(compiled: CompiledGame, reels: CompiledReels, spin: 'base' | 'free'): SpinMeans {
  const { cycle, wins } = winHistogram(compiled, reels, spin)
  const sumOf = (value: (win: (typeof wins)[number]) => number) =>
    wins.reduce((sum, win) => sum + BigInt(win.stops) * BigInt(value(win)), 0n)
  const most = wins.reduce((largest, { coins }) => Math.max(largest, coins), 0)
  return {
    cycle: BigInt(cycle),
    pay: rational(
      sumOf(({ pay }) => pay),
      BigInt(cycle),
    ),
    awards: sumOf(({ awards }) => Number(awards)),
    coins: Array.from({ length: most + 1 }, (_, count) => sumOf(({ coins }) => Number(coins === count))),
    picks: sumOf(({ picks }) => Number(picks)),
  }
}
