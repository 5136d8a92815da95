import { basicStrategy, type StrategyTable } from '#domain/games/blackjack/basic-strategy.ts'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import type { CatalogueSeatGame } from '#domain/games/seat-games.ts'
import type { Claim } from '../claim.ts'
import { z999OfAll } from '../interval.ts'
import { deriveStrategy } from './derive-strategy.ts'
import { edgeOf } from './edge.ts'
import { plainParts } from './exact.ts'
import { blocksAgree, figuresOf, measurementOf, momentsOf } from './measured.ts'
import { staleBlackjackSheet } from './sheet-files.ts'
import { simulateBlock, type RoundCounts } from './simulation.ts'

/** The most that half the 99.9 % interval of the published edge may be, and the least rounds. */
const mostHalf = 0.0001
const leastRounds = 1_000_000_000

/** All claims about blackjack that need no simulation. */
export async function blackjackClaims(entry: CatalogueSeatGame): Promise<Claim[]> {
  const { game } = entry
  const measurement = measurementOf(game)
  if (!measurement) return [{ claim: 'there is a measurement', holds: false, found: 'none' }]
  const { edge, half, rounds } = figuresOf(game, measurement.all)
  const stale = await staleBlackjackSheet(entry)
  return [
    strategyClaim(game),
    {
      claim: 'at least a billion simulated rounds give the edge to 0.01 points on each side, with 99.9 %',
      holds: half <= mostHalf && rounds >= leastRounds && blocksAgree(measurement),
      found: `${rounds} rounds: ${(100 * edge).toFixed(4)} % ± ${(100 * half).toFixed(4)} %`,
    },
    publishedClaim(game, measurement.all),
    ...exactClaims(game, measurement.all),
    { claim: 'the sheet is fresh', holds: stale.length === 0, found: stale.join(', ') || 'fresh' },
  ]
}

function strategyClaim(game: BlackjackGame): Claim {
  const different = differentLetters(deriveStrategy(game), basicStrategy)
  return {
    claim: 'the basic strategy is what the exact expectations give',
    holds: different.length === 0,
    found: different.join(', ') || 'every letter',
  }
}

/** The rows and letters that differ: `hard 12: HHSSS…, not HSSSS…`. */
export function differentLetters(computed: StrategyTable, published: StrategyTable): string[] {
  return (['hard', 'soft', 'pairs'] as const).flatMap((part) => {
    const names = new Set([...Object.keys(computed[part]), ...Object.keys(published[part])])
    return [...names]
      .filter((name) => computed[part][name] !== published[part][name])
      .map((name) => `${part} ${name}: ${published[part][name]}, not ${computed[part][name]}`)
  })
}

/**
 * Simulated rounds against the exact part: by each upcard how often a round has no split, and what these rounds gain. With 99.9 % all of them lie
 * inside their intervals.
 */
export function exactClaims(game: BlackjackGame, counts: RoundCounts): Claim[] {
  const parts = plainParts(game)
  const most = z999OfAll(2 * parts.length)
  const scores = parts.flatMap(({ chance, gain }, index) => {
    const { rounds, sum, squares } = momentsOf([counts.plain[index] ?? []])
    const all = counts.rounds
    const mean = sum / all / game.unitsPerStake
    const deviation = Math.sqrt(squares / all / game.unitsPerStake ** 2 - mean ** 2)
    return [
      (rounds / all - chance) / Math.sqrt((chance * (1 - chance)) / all),
      (mean - gain) / (deviation / Math.sqrt(all)),
    ]
  })
  const worst = scores.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one))
  return [
    {
      claim: `how often ${counts.rounds} simulated rounds have no split, and what these gain, is as computed exactly, for each upcard`,
      holds: Math.abs(worst) <= most,
      found: `largest z = ${worst.toFixed(3)} of ${scores.length}, within ${most.toFixed(3)}`,
    },
  ]
}

/** The edge that is published inside the 99.9 % interval of simulated rounds. */
function publishedClaim(game: BlackjackGame, counts: RoundCounts): Claim {
  const { edge, half, rounds } = figuresOf(game, counts)
  const measurement = measurementOf(game)
  const published = measurement ? edgeOf(game, measurement.all).edge : Number.NaN
  return {
    claim: `the edge of ${rounds} simulated rounds has the published one inside its 99.9 % interval`,
    holds: Math.abs(edge - published) <= half,
    found: `${(100 * edge).toFixed(4)} % ± ${(100 * half).toFixed(4)} %, published ${(100 * published).toFixed(4)} %`,
  }
}

/** Simulates some rounds and holds the published edge, and the exact part, to their intervals. */
export function simulatedBlackjackClaims(game: BlackjackGame, rounds: number, seed: string): Claim[] {
  const counts = simulateBlock(game, `check ${seed}`, 0, rounds)
  return [publishedClaim(game, counts), ...exactClaims(game, counts)]
}
