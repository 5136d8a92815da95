import { drawFrom } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { compile, type CompiledGame } from '#domain/games/slot/compiled.ts'
import { definitionFaults } from '#domain/games/slot/definition-check.ts'
import { playUnits } from '#domain/games/slot/play.ts'
import { roundFault } from '#domain/games/slot/round-check.ts'
import { cipherStream } from './chance.ts'
import type { Claim } from './claim.ts'
import { hasRoundDistribution, roundDistribution } from './distribution.ts'
import { exactReturn, hasExactReturn, spinMeans } from './exact.ts'
import { targetClaims } from './figures.ts'
import { winHistogram } from './histogram.ts'
import { hasIndependentReturn, independentReturn } from './independent.ts'
import type { Machine } from './machines.ts'
import { stalePar } from './par-files.ts'
import { rational, toNumber, type Rational } from './rational.ts'
import { simulatedMean, simulateOnThreads, zScore } from './simulate.ts'

/** Half the width of the 99.9 % interval of a normal variable, in standard errors. */
export const z999 = 3.2905

/**
 * All claims about a machine that need no simulation: its definition, the designer's targets, exact against enumerated
 * return, a second computation, the cap, rounds before booking, the par sheet.
 */
export async function exactClaims(machine: Machine): Promise<Claim[]> {
  const { game } = machine
  const compiled = compile(game)
  const faults = definitionFaults(game)
  const stale = await stalePar(machine)
  return [
    {
      claim: 'the definition has no faults',
      holds: faults.length === 0,
      found: faults.map(({ field, fault }) => `${field} ${fault}`).join('; ') || 'none',
    },
    ...targetClaims(machine),
    ...(hasRoundDistribution(compiled) ? enumeratedClaims(compiled) : []),
    ...(hasIndependentReturn(game) ? [independentClaim(compiled)] : []),
    playedClaim(game),
    { claim: 'the par sheet is fresh', holds: stale.length === 0, found: stale.join(', ') || 'fresh' },
  ]
}

function enumeratedClaims(compiled: CompiledGame): Claim[] {
  const { game } = compiled
  const round = roundDistribution(compiled)
  const exact = exactReturn(compiled)
  const base = { reels: compiled.base, spin: 'base' as const }
  const sets = compiled.freeSpins ? [base, { reels: compiled.freeSpins.reels, spin: 'free' as const }] : [base]
  const perSet = sets.map(({ reels, spin }): Claim => {
    const { cycle, wins } = winHistogram(compiled, reels, spin)
    const counted = wins.reduce((sum, win) => sum + BigInt(win.stops), 0n)
    const enumerated = wins.reduce((sum, win) => sum + BigInt(win.pay) * BigInt(win.stops), 0n)
    return {
      claim: `every stop of the ${reels.name} reels is counted, and their total pay equals the exact mean`,
      holds: counted === BigInt(cycle) && isSame(rational(enumerated, counted), spinMeans(compiled, reels, spin).pay),
      found: `${counted} stops, ${enumerated} units`,
    }
  })
  const mean = toNumber(exact.total)
  const enumeratedMean = (round.mean + round.cut) / game.unitsPerStake
  return [
    ...perSet,
    {
      claim: 'the mean of the enumerated rounds is the exact mean to 1e-12',
      holds: Math.abs(enumeratedMean - mean) <= 1e-12,
      found: `${enumeratedMean} and ${mean}`,
    },
    {
      claim: `the cap of ${game.maxWinTimesStake} times the stake cuts at most 0.1 % of the stake`,
      holds: round.cut <= 0.001 * game.unitsPerStake,
      found: `a round could pay ${round.largest / game.unitsPerStake}, cut ${(round.cut / game.unitsPerStake).toExponential(1)}`,
    },
  ]
}

function independentClaim(compiled: CompiledGame): Claim {
  const { total } = exactReturn(compiled)
  const second = independentReturn(compiled.game)
  return {
    claim: 'the second, independent program finds the same fraction',
    holds: second.above * total.denominator === total.numerator * second.below,
    found: `${second.above.toString().length} and ${total.numerator.toString().length} digits`,
  }
}

/**
 * Plays `rounds` rounds on worker threads and holds return, hit rate and feature rates to their 99.9 % intervals, as far
 * as there is an exact figure.
 */
export async function simulatedClaims(
  { game }: Machine,
  rounds: number,
  seed: string,
  threads: number,
): Promise<Claim[]> {
  const compiled = compile(game)
  const sums = await simulateOnThreads(game, rounds, seed, threads)
  const { mean, half } = simulatedMean(sums)
  if (!hasExactReturn(compiled)) {
    const stakes = (units: number) => ((units / game.unitsPerStake) * 100).toFixed(3)
    return [{ claim: `${rounds} simulated rounds`, holds: true, found: `return ${stakes(mean)} % ± ${stakes(half)}` }]
  }
  const exact = exactReturn(compiled)
  const round = hasRoundDistribution(compiled) ? roundDistribution(compiled) : null
  const deviation = round?.deviation ?? (half * Math.sqrt(rounds)) / z999
  const rateScore = (simulated: number, rate: number) =>
    rate === 0 ? [] : [zScore(simulated / rounds, rate, Math.sqrt(rate * (1 - rate)), rounds)]
  const due = round?.mean ?? toNumber(exact.total) * game.unitsPerStake - sums.cut / rounds
  const scores = {
    return: [zScore(mean, due, deviation, rounds)],
    'hit rate': round ? rateScore(sums.hits, 1 - round.chanceOf(0, 1)) : [],
    'trigger rate': rateScore(sums.features, toNumber(exact.triggerRate)),
    'rate of hold-and-win': rateScore(sums.holds, toNumber(exact.holdRate)),
    'rate of picks': rateScore(sums.picks, toNumber(exact.pickRate)),
  }
  return Object.entries(scores).flatMap(([name, zs]) =>
    zs.map((z) => ({
      claim: `the ${name} of ${rounds} simulated rounds lies inside the 99.9 % interval`,
      holds: Math.abs(z) <= z999,
      found: `z = ${z.toFixed(3)}`,
    })),
  )
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
