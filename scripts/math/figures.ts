import { compile } from '#domain/games/slot/compiled.ts'
import type { Target } from '#domain/games/slot/targets.ts'
import type { Claim } from './claim.ts'
import { hasRoundDistribution, roundDistribution } from './distribution.ts'
import { exactReturn, hasExactReturn } from './exact.ts'
import type { Machine } from './machines.ts'
import { toNumber } from './rational.ts'
import { simulate } from './simulate.ts'

/** The figures that a designer sets targets for; by the exact methods as far as there are any. */
export type Figures = { [Name in keyof Machine['targets']]: number } & { isExact: boolean }

/** The rounds that stand in for an exact figure: enough to see a machine that misses its targets by far. */
const roundsWithoutExact = 2_000_000

export function figuresOf({ game }: Machine): Figures {
  const compiled = compile(game)
  const hasExact = hasExactReturn(compiled)
  const hasDistribution = hasRoundDistribution(compiled)
  const sums = hasExact && hasDistribution ? null : simulate(game, roundsWithoutExact, 'figures')
  const simulated = sums && {
    return: sums.pay / sums.rounds / game.unitsPerStake,
    featureShare: sums.featurePay / sums.pay,
    spinsPerFeature: sums.rounds / (sums.features + sums.holds + sums.picks + sums.walks),
    hitRate: sums.hits / sums.rounds,
    deviation: Math.sqrt(sums.squares / sums.rounds - (sums.pay / sums.rounds) ** 2) / game.unitsPerStake,
  }
  const exact = hasExact ? exactReturn(compiled) : null
  const round = hasDistribution ? roundDistribution(compiled) : null
  const none = { return: 0, featureShare: 0, spinsPerFeature: 0, hitRate: 0, deviation: 0 }
  return {
    ...none,
    ...simulated,
    ...(exact && {
      return: toNumber(exact.total) - (round?.cut ?? 0) / game.unitsPerStake,
      featureShare: 1 - toNumber(exact.base) / toNumber(exact.total),
      spinsPerFeature:
        1 / [exact.triggerRate, exact.holdRate, exact.pickRate].reduce((sum, rate) => sum + toNumber(rate), 0),
    }),
    ...(round && { hitRate: 1 - round.chanceOf(0, 1), deviation: round.deviation / game.unitsPerStake }),
    isExact: exact !== null && round !== null,
  }
}

/** For each target, whether the machine meets it. */
export function targetClaims(machine: Machine): Claim[] {
  const figures = figuresOf(machine)
  const targets = Object.entries(machine.targets) as [keyof Machine['targets'], Target][]
  return targets.map(([name, { aim, within }]) => ({
    claim: `the designer's target: ${name} ${aim} ± ${within}`,
    holds: Math.abs(figures[name] - aim) <= within,
    found: `${figures[name].toPrecision(6)}${figures.isExact ? '' : ', partly simulated'}`,
  }))
}
