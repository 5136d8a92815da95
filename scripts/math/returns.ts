import { compile } from '#domain/games/slot/compiled.ts'
import type { Game } from '#domain/games/game.ts'
import { hasRoundDistribution, roundDistribution, type RoundDistribution } from './distribution.ts'
import { exactReturn, hasExactReturn, type ExactReturn } from './exact.ts'
import { moments } from './histogram.ts'
import {
  featureHistogram,
  halfWidthOf,
  measurementOf,
  paidHistogram,
  paidMean,
  triggerRateOf,
  type Measurement,
  type PaidCounts,
} from './measurement.ts'
import { toNumber } from './rational.ts'

/** What a machine returns and how often its features begin, exact or measured. Pays are parts of the stake. */
export type Returns = {
  /** Of a round, after the cap. */
  total: number
  /** What the cap takes; the parts add up to `total` + `cut`. */
  cut: number
  base: number
  freeSpins: number
  holdAndWin: number
  picks: number
  walkingWilds: number
  /** Features per paid spin. */
  rates: { freeSpins: number; holdAndWin: number; picks: number; walkingWilds: number }
  freeSpinsPerFeature: number
  /** Null where `total` is measured. */
  exact: ExactReturn | null
  /** Half the width of the 99.9 % interval of the measured return; null where nothing was measured. */
  half: number | null
  measurement: Measurement | null
  round: RoundDistribution
}

/**
 * The returns of a machine from the exact methods, and from its measurement for what these do not cover. Null for a
 * machine that needs a measurement and has none of its present mathematics.
 */
export function returnsOf(game: Game): Returns | null {
  const compiled = compile(game)
  const measurement = hasRoundDistribution(compiled) ? null : measurementOf(game)
  if (!measurement && !hasRoundDistribution(compiled)) return null
  const round = roundDistribution(compiled, measurement)
  const cut = round.cut / game.unitsPerStake
  const exact = hasExactReturn(compiled) ? exactReturn(compiled) : null
  const half = measurement && halfWidthOf(game, measurement) / game.unitsPerStake
  const parts = exact ? exactParts(exact) : measuredParts(game, measurement)
  const before = parts.base + parts.freeSpins + parts.holdAndWin + parts.picks + parts.walkingWilds
  const total = exact ? toNumber(exact.total) - cut : before - cut
  return { ...parts, total, cut, exact, half, measurement, round }
}

type Parts = Omit<Returns, 'total' | 'cut' | 'exact' | 'half' | 'measurement' | 'round'>

function exactParts(exact: ExactReturn): Parts {
  return {
    base: toNumber(exact.base),
    freeSpins: toNumber(exact.feature),
    holdAndWin: toNumber(exact.hold),
    picks: toNumber(exact.pick),
    walkingWilds: 0,
    rates: {
      freeSpins: toNumber(exact.triggerRate),
      holdAndWin: toNumber(exact.holdRate),
      picks: toNumber(exact.pickRate),
      walkingWilds: 0,
    },
    freeSpinsPerFeature: toNumber(exact.freeSpinsPerFeature),
  }
}

function measuredParts(game: Game, measurement: Measurement | null): Parts {
  const { paid = [], feature } = measurement ?? {}
  if (!measurement || paid.length === 0) throw new RangeError(`The paid spins of ${game.code} were not measured.`)
  const inStakes = (pay: (counts: PaidCounts) => number) => paidMean(paid, pay) / game.unitsPerStake
  const triggerRate = triggerRateOf(game, measurement)
  const ofFeature = feature ? moments(featureHistogram(feature)).mean / game.unitsPerStake : 0
  return {
    base:
      moments(paidHistogram(paid)).mean / game.unitsPerStake -
      inStakes(({ holdPay, pickPay, walkPay }) => holdPay + pickPay + walkPay),
    freeSpins: triggerRate * ofFeature,
    holdAndWin: inStakes(({ holdPay }) => holdPay),
    picks: inStakes(({ pickPay }) => pickPay),
    walkingWilds: inStakes(({ walkPay }) => walkPay),
    rates: {
      freeSpins: triggerRate,
      holdAndWin: paidMean(paid, ({ holds }) => holds),
      picks: paidMean(paid, ({ picks }) => picks),
      walkingWilds: paidMean(paid, ({ walks }) => walks),
    },
    freeSpinsPerFeature: feature ? feature.all.freeSpins / feature.all.features : 0,
  }
}
