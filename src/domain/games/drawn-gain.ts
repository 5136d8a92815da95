import { wholeUnits } from '#domain/money.ts'
import type { CatalogueGame } from './catalogue.ts'
import { featureOf } from './game.ts'

/**
 * What members gained by drawn rounds that were not booked as drawn (docs/decisions/039-drawn-rounds.md). Who cannot know a result chooses
 * the stake without it; who knows it stakes much on what pays and little on what does not.
 *
 * The evidence is what somebody has won who bets, at the odds of the par sheet, that stakes follow results: three bets of several sizes on each number, by its stake, each
 * beginning with one unit that is never added to. Such a bet wins nothing in the mean while stakes do not know results, so by Ville's inequality it ever exceeds x units with a chance of at
 * most 1/x, whatever stakes and however many numbers there are. A forgone loss pays another bet than a win that was taken, so that neither hides the other.
 */

/**
 * What a par sheet says of a round: its mean multiple, and the chances that it pays more than its stake, and nothing; none too small. With the largest stake of the game.
 */
export type Chances = { mean: number; win: number; nothing: number; largestStake: number }

/** Above what a par sheet says, because some are measured; and what jackpots pay in the mean beside a linked game, unless their pools are worth more than that part of the stakes. */
const margin = 1.001
const jackpotMean = 0.05

export function chancesOf({ game, returnPpm, nothingPpm, winPpm }: CatalogueGame): Chances {
  const isLinked = featureOf(game, 'jackpot-link') !== undefined
  return {
    mean: (returnPpm / 1e6) * margin + (isLinked ? jackpotMean : 0),
    win: (winPpm / 1e6) * margin,
    nothing: (nothingPpm / 1e6) * margin,
    largestStake: Number(wholeUnits(Math.max(...game.stakes))),
  }
}

/**
 * A number of a seed pair that was drawn in vain for a version of a game, once: the first stake that it was drawn for, the multiple of the
 * stake that it pays, and the stake at which it was booked; 0 where another game or pair has the number. `jackpot`: what the booked round was paid besides. Amounts in ten-thousandths of the unit.
 */
export type Forgone = { drawn: number; booked: number; multiple: number; jackpot: number; chances: Chances }

/** More evidence is an alarm: stakes that do not know results lead to it for one member in 10 000 at most. */
export const mostEvidence = 4

export type DrawnGain = {
  /** How many numbers were weighed. */
  count: number
  /** The decimal logarithm of what the bets have won; at most 0 in the mean for callers who do not know results. */
  evidence: number
  isOff: boolean
}

/** The parts of a bet’s capital that are put on the largest stake. */
export const sizes = [0.1, 0.3, 0.6, 0.9]

/** What one unit on a bet pays: a mean of at most 1 where the stake does not know the result. */
export function payoffsOf({ booked, multiple, jackpot, chances }: Forgone) {
  return {
    win: multiple > 1 ? 1 / chances.win : 0,
    pay: booked === 0 ? 1 : (multiple + jackpot / booked) / chances.mean,
    nothing: multiple === 0 ? 1 / chances.nothing : 0,
  }
}

/** Weighs the drawn numbers of one member, or of all, in the order in which they were first drawn. */
export function drawnGainOf(numbers: readonly Forgone[]): DrawnGain {
  // By the largest stake of the game, and by the largest so far: stakes alone decide the bets, so each is placed before its result.
  const byGame = sizes.map(() => ({ win: 0, pay: 0, nothing: 0 }))
  const bySoFar = sizes.map(() => ({ win: 0, pay: 0, nothing: 0 }))
  const largest = { booked: 0, forgone: 0 }
  const part = (stake: number, most: number): number => (stake === 0 ? 0 : Math.min(1, stake / most))
  for (const number of numbers) {
    const { booked, chances } = number
    const forgone = Math.max(0, number.drawn - booked)
    largest.booked = Math.max(largest.booked, booked)
    largest.forgone = Math.max(largest.forgone, forgone)
    const payoffs = payoffsOf(number)
    const place = (logs: typeof byGame, raised: number, lowered: number): void =>
      logs.forEach((log, index) => {
        const size = sizes[index] ?? 0
        log.win += Math.log1p(size * raised * (payoffs.win - 1))
        log.pay += Math.log1p(size * raised * (payoffs.pay - 1))
        log.nothing += Math.log1p(size * lowered * (payoffs.nothing - 1))
      })
    place(byGame, part(booked, chances.largestStake), part(forgone, chances.largestStake))
    place(bySoFar, part(booked, largest.booked), part(forgone, largest.forgone))
  }
  const logs = [...byGame, ...bySoFar].flatMap(({ win, pay, nothing }) => [win, pay, nothing])
  const evidence = meanOfLogs(logs) / Math.LN10
  return { count: numbers.length, evidence, isOff: evidence > mostEvidence }
}

/** The logarithm of the mean of what has these logarithms. */
function meanOfLogs(logs: readonly number[]): number {
  const most = Math.max(...logs)
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / logs.length)
}
