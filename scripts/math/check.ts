import { usualSlotCompPpm } from '#domain/comp.ts'
import type { Game } from '#domain/games/game.ts'
import { compile, type CompiledGame } from '#domain/games/slot/compiled.ts'
import { definitionFaults, describeFault, edgeFaults } from '#domain/games/slot/definition-check.ts'
import type { Claim } from './claim.ts'
import { hasRoundDistribution, roundDistribution } from './distribution.ts'
import { exactReturn, hasExactReturn, spinMeans } from './exact.ts'
import { targetClaims } from './figures.ts'
import { winHistogram } from './histogram.ts'
import { z999 } from './interval.ts'
import { hasIndependentReturn, independentReturn } from './independent.ts'
import type { Machine } from './machines.ts'
import { playFeatureBlock, playPaidBlock } from './measurement.ts'
import { stalePar } from './par-files.ts'
import { oneShortChance, playedRoundsOf } from './played.ts'
import { rational, toNumber, type Rational } from './rational.ts'
import { returnsOf } from './returns.ts'
import { simulatedMean, simulateOnThreads, zScore } from './simulate.ts'

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
      found: faults.map((fault) => describeFault(game.code, fault)).join('; ') || 'none',
    },
    edgeClaim(machine),
    ...targetClaims(machine),
    ...(hasRoundDistribution(compiled) ? enumeratedClaims(compiled) : measuredClaims(machine)),
    ...(hasIndependentReturn(game) ? [independentClaim(compiled)] : []),
    ...playedClaims(game),
    { claim: 'the par sheet is fresh', holds: stale.length === 0, found: stale.join(', ') || 'fresh' },
  ]
}

/** What the upper end of the interval returns, with the share of the jackpots and a new brand's comp, is below the stake. */
function edgeClaim({ game, targets }: Machine): Claim {
  const returns = returnsOf(game)
  const returnPpm = Math.ceil(((returns?.total ?? 0) + (returns?.exact ? 0 : (returns?.half ?? 0))) * 1e6)
  const faults = edgeFaults({ returnPpm, compPpm: [usualSlotCompPpm], jackpotPpm: targets.jackpotPpm ?? 0 })
  return {
    claim: 'comp at a new brand and the jackpots leave a part of the edge',
    holds: returns !== null && faults.length === 0,
    found: faults.map(({ field, fault }) => `${field}: ${fault}`).join('; ') || `${returnPpm} of a million returned`,
  }
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
  if (!hasExactReturn(compiled)) return [againstMeasured(game, mean, half)]
  const exact = exactReturn(compiled)
  const round = hasRoundDistribution(compiled) ? roundDistribution(compiled) : null
  const deviation = round?.deviation ?? (half * Math.sqrt(rounds)) / z999
  const due = round?.mean ?? toNumber(exact.total) * game.unitsPerStake - sums.cut / rounds
  const stake = game.unitsPerStake
  const rateOf = (name: string, count: number, rate: number): Compared[] =>
    rate === 0 ? [] : [{ name, simulated: count / rounds, exact: rate, deviation: Math.sqrt(rate * (1 - rate)) }]
  const compared: Compared[] = [
    { name: 'return', simulated: mean / stake, exact: due / stake, deviation: deviation / stake },
    ...(round ? rateOf('hit rate', sums.hits, 1 - round.chanceOf(0, 1)) : []),
    ...rateOf('trigger rate', sums.features, toNumber(exact.triggerRate)),
    ...rateOf('rate of hold-and-win', sums.holds, toNumber(exact.holdRate)),
    ...rateOf('rate of picks', sums.picks, toNumber(exact.pickRate)),
  ]
  return compared.map((one) => comparedClaim(one, rounds))
}

/** A simulated figure beside the exact one, with the deviation of one round. */
type Compared = { name: string; simulated: number; exact: number; deviation: number }

function comparedClaim({ name, simulated, exact, deviation }: Compared, rounds: number): Claim {
  const z = zScore(simulated, exact, deviation, rounds)
  const percent = (share: number) => (share * 100).toFixed(4)
  const half = (z999 * deviation) / Math.sqrt(rounds)
  return {
    claim: `the ${name} of ${rounds} simulated rounds lies inside the 99.9 % interval`,
    holds: Math.abs(z) <= z999,
    found: `${percent(simulated)} % simulated, ${percent(exact)} % ± ${percent(half)} exact, z = ${z.toFixed(3)}`,
  }
}

/** Whole rounds against the return that was measured in two parts. */
function againstMeasured(game: Game, mean: number, half: number): Claim {
  const stakes = (units: number) => ((units / game.unitsPerStake) * 100).toFixed(3)
  const returns = returnsOf(game)
  const due = returns ? returns.total * game.unitsPerStake : mean
  return {
    claim: 'the return of simulated rounds and the measured one are inside their common 99.9 % interval',
    holds: Math.abs(mean - due) <= Math.hypot(half, (returns?.half ?? 0) * game.unitsPerStake),
    found: `return ${stakes(mean)} % ± ${stakes(half)}`,
  }
}

/** Rounds with their events, as they are before they are booked. */
function playedClaims(game: Game): Claim[] {
  const compiled = compile(game)
  const { rounds, fault, mostDraws, oneShort } = playedRoundsOf(game)
  const chance = toNumber(oneShortChance(compiled))
  const score = chance > 0 ? zScore(oneShort / rounds, chance, Math.sqrt(chance * (1 - chance)), rounds) : 0
  return [
    {
      claim: `${rounds} rounds pass the check before booking, with at most ${compiled.drawsLimit} draws each`,
      holds: fault === null && mostDraws <= compiled.drawsLimit,
      found: fault ?? `at most ${mostDraws} draws`,
    },
    {
      claim: 'one symbol too few for the feature is shown as often as the strips imply',
      holds: Math.abs(score) <= z999,
      found: `${((oneShort / rounds) * 100).toFixed(2)} % and ${(chance * 100).toFixed(2)} %, z = ${score.toFixed(3)}`,
    },
  ]
}

/** The measurement of a machine that needs one: precise enough, near the exact mean, and its first blocks the same again. */
function measuredClaims(machine: Machine): Claim[] {
  const { game } = machine
  const returns = returnsOf(game)
  const { measurement, half } = returns ?? {}
  if (!returns || !measurement || !half) {
    const claim = 'the machine has a measurement of its present mathematics'
    return [{ claim, holds: false, found: `none: npm run math -- measure ${game.code} --full` }]
  }
  const measured = returns.round.mean / game.unitsPerStake
  const off = returns.exact ? measured - returns.total : 0
  const { seed, paid, feature } = measurement
  const isAgain = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return [
    {
      claim: 'the 99.9 % interval of the measured return is at most 0.10 points to each side',
      holds: half <= 0.001,
      found: `${(measured * 100).toFixed(4)} % ± ${(half * 100).toFixed(4)} %`,
    },
    ...(returns.exact
      ? [
          {
            claim: 'the exact return lies inside the interval of the measured one',
            holds: Math.abs(off) <= half,
            found: `${(off * 100).toFixed(4)} points off`,
          },
        ]
      : []),
    {
      claim: 'the first blocks of the measurement, played again, count the same',
      holds:
        paid.every((stratum) => isAgain(stratum.first, playPaidBlock(game, seed, stratum, 0))) &&
        (feature === null || isAgain(feature.first, playFeatureBlock(game, seed, 0))),
      found: `seed ${seed}`,
    },
    {
      claim: 'the largest win is the cap, and the measurement reached it',
      holds: Number.isFinite(returns.round.largestLogChance) && returns.round.largest >= compile(game).cap,
      found: `one round in ${Math.round(10 ** -returns.round.largestLogChance)}`,
    },
  ]
}

function isSame(one: Rational, other: Rational): boolean {
  return one.numerator === other.numerator && one.denominator === other.denominator
}
