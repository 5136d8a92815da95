import { featureOf } from '#domain/games/game.ts'
import type { Target } from '#domain/games/slot/targets.ts'
import type { Claim } from './claim.ts'
import type { Machine } from './machines.ts'
import { returnsOf } from './returns.ts'
import { simulate } from './simulate.ts'

type Aims = Omit<Machine['targets'], 'jackpotPpm'>

/** The figures that a designer sets targets for, exact or measured; simulated while a machine has no measurement. */
export type Figures = { [Name in keyof Aims]: number } & { isSimulated: boolean }

/** The rounds that stand in for a measurement: enough to see a machine that misses its targets by far. */
const roundsWithoutMeasurement = 2_000_000

export function figuresOf({ game }: Machine): Figures {
  const returns = returnsOf(game)
  if (!returns) {
    const sums = simulate(game, roundsWithoutMeasurement, 'figures')
    return {
      return: sums.pay / sums.rounds / game.unitsPerStake,
      featureShare: sums.featurePay / sums.pay,
      spinsPerFeature: sums.rounds / (sums.features + sums.holds + sums.picks + sums.walks),
      hitRate: sums.hits / sums.rounds,
      deviation: Math.sqrt(sums.squares / sums.rounds - (sums.pay / sums.rounds) ** 2) / game.unitsPerStake,
      isSimulated: true,
    }
  }
  const { total, cut, base, rates, round } = returns
  return {
    return: total,
    featureShare: 1 - base / (total + cut),
    spinsPerFeature: 1 / (rates.freeSpins + rates.holdAndWin + rates.picks + rates.walkingWilds),
    hitRate: 1 - round.chanceOf(0, 1),
    deviation: round.deviation / game.unitsPerStake,
    isSimulated: false,
  }
}

/** For each target, whether the machine meets it. */
export function targetClaims(machine: Machine): Claim[] {
  const figures = figuresOf(machine)
  const { jackpotPpm, ...aims } = machine.targets
  const isLinked = featureOf(machine.game, 'jackpot-link') !== undefined
  return [
    ...(Object.entries(aims) as [keyof Aims, Target][]).map(([name, { aim, within }]) => ({
      claim: `the designer's target: ${name} ${aim} ± ${within}`,
      holds: Math.abs(figures[name] - aim) <= within,
      found: `${figures[name].toPrecision(6)}${figures.isSimulated ? ', simulated' : ''}`,
    })),
    {
      claim: 'the share of the jackpots is stated where the machine is linked to them, and only there',
      holds: isLinked === (jackpotPpm !== undefined && jackpotPpm > 0),
      found: `${jackpotPpm ?? 0} of a million`,
    },
  ]
}
