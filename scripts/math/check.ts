import type { CatalogueGame } from '#domain/games/catalogue.ts'
import { drawFrom } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { playUnits } from '#domain/games/slot/play.ts'
import { roundFault } from '#domain/games/slot/round-check.ts'
import { cipherStream } from './chance.ts'
import { roundDistribution } from './distribution.ts'
import { exactReturn, spinMeans } from './exact.ts'
import { winHistogram } from './histogram.ts'
import { independentReturn } from './independent.ts'
import { stalePar } from './par-files.ts'
import { rational, toNumber, type Rational } from './rational.ts'
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
  const base = { reels: compiled.base, spin: 'base' as const }
  const sets = compiled.freeSpins ? [base, { reels: compiled.freeSpins.reels, spin: 'free' as const }] : [base]
  const perSet = sets.map(({ reels, spin }): Claim => {
    const histogram = winHistogram(compiled, reels, spin)
    const enumerated = histogram.wins.reduce((sum, win) => sum + win.pay * win.stops, 0)
    const counted = histogram.wins.reduce((sum, win) => sum + win.stops, 0)
    const mean = rational(BigInt(enumerated), BigInt(histogram.cycle))
    return {
      claim: `every stop of the ${reels.name} reels is counted, and their total pay equals the exact mean`,
      holds: counted === histogram.cycle && isSame(mean, spinMeans(compiled, reels, spin).pay),
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
    playedClaim(game),
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

const checkedRounds = 10_000

/** Rounds with their events, as they are before they are booked. */
function playedClaim(game: Game): Claim {
  const compiled = compile(game)
  const draw = drawFrom(cipherStream(`check ${game.code}`))
  const faults: string[] = []
  let most = 0
  for (let round = 0; round < checkedRounds; round++) {
    const events: RoundEvent[] = []
    const { total, draws } = playUnits(compiled, draw, (event) => events.push(event))
    const fault = roundFault(game, total, events)
    if (fault !== null) faults.push(fault)
    most = Math.max(most, draws)
  }
  return {
    claim: `${checkedRounds} rounds pass the check before booking, with at most ${compiled.drawsLimit} draws each`,
    holds: faults.length === 0 && most <= compiled.drawsLimit,
    found: faults[0] ?? `at most ${most} draws`,
  }
}

function isSame(one: Rational, other: Rational): boolean {
  return one.numerator === other.numerator && one.denominator === other.denominator
}
