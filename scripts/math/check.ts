import type { CatalogueGame } from '#domain/games/catalogue.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { roundDistribution } from './distribution.ts'
import { exactReturn, payPerCycle, reelStatistics } from './exact.ts'
import { winHistogram } from './histogram.ts'
import { independentReturn } from './independent.ts'
import { stalePar } from './par-files.ts'
import { toNumber } from './rational.ts'
import { simulateOnThreads, zScore } from './simulate.ts'

/** One claim about a game's mathematics and whether it holds. */
export type Claim = { claim: string; holds: boolean; found: string }

/** Half the width of the 99.9 % interval of a normal variable, in standard errors. */
export const z999 = 3.2905

/** All exact claims about a game: exact against enumerated return, two independent computations, cap, par sheet. */
export async function exactClaims(entry: CatalogueGame): Promise<Claim[]> {
  const { game } = entry
  const compiled = compile(game)
  const exact = exactReturn(compiled)
  const second = independentReturn(game)
  const round = roundDistribution(compiled)
  const sets = compiled.freeSpins ? [compiled.base, compiled.freeSpins.reels] : [compiled.base]
  const perSet = sets.map((reels): Claim => {
    const histogram = winHistogram(compiled, reels)
    const enumerated = histogram.wins.reduce((sum, win) => sum + win.pay * win.stops, 0)
    const counted = histogram.wins.reduce((sum, win) => sum + win.stops, 0)
    return {
      claim: `every stop of the ${reels.name} reels is counted, and their total pay equals the exact mean`,
      holds: counted === histogram.cycle && enumerated === payPerCycle(compiled, reelStatistics(compiled, reels)),
      found: `${counted} stops, ${enumerated} units`,
    }
  })
  const mean = toNumber(exact.total)
  const enumeratedMean = round.mean / game.unitsPerStake
  const stale = await stalePar(entry)
  return [
    ...perSet,
    {
      claim: 'the mean of the enumerated rounds is the exact mean to 1e-12',
      holds: Math.abs(enumeratedMean - mean) <= 1e-12,
      found: `${enumeratedMean} and ${mean}`,
    },
    {
      claim: 'the second, independent program finds the same fraction',
      holds: second.above * exact.total.denominator === exact.total.numerator * second.below,
      found: `${second.above.toString().length} and ${exact.total.numerator.toString().length} digits`,
    },
    {
      claim: `no round can pay more than ${game.maxWinTimesStake} times its stake`,
      holds: round.largest <= game.maxWinTimesStake * game.unitsPerStake,
      found: `at most ${round.largest / game.unitsPerStake}`,
    },
    { claim: 'the par sheet is fresh', holds: stale.length === 0, found: stale.join(', ') || 'fresh' },
  ]
}

/** Plays `rounds` rounds on worker threads and holds return, hit rate and trigger rate to their 99.9 % intervals. */
export async function simulatedClaims(
  entry: CatalogueGame,
  rounds: number,
  seed: string,
  threads: number,
): Promise<Claim[]> {
  const { game } = entry
  const compiled = compile(game)
  const round = roundDistribution(compiled)
  const sums = await simulateOnThreads(game, rounds, seed, threads)
  const hitRate = 1 - round.chanceOf(0, 1)
  const triggerRate = toNumber(exactReturn(compiled).triggerRate)
  const rateDeviation = (rate: number) => Math.sqrt(rate * (1 - rate))
  const scores = {
    return: zScore(sums.pay / rounds, round.mean, round.deviation, rounds),
    'hit rate': zScore(sums.hits / rounds, hitRate, rateDeviation(hitRate), rounds),
    'trigger rate': zScore(sums.features / rounds, triggerRate, rateDeviation(triggerRate), rounds),
  }
  return Object.entries(scores).map(([name, z]) => ({
    claim: `the ${name} of ${rounds} simulated rounds lies inside the 99.9 % interval`,
    holds: Math.abs(z) <= z999,
    found: `z = ${z.toFixed(3)}`,
  }))
}
