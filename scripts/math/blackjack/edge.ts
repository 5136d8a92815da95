import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { plainParts } from './exact.ts'
import { splitFiguresOf } from './measured.ts'
import type { RoundCounts } from './simulation.ts'

/**
 * The published edge: what the platform keeps of the first stake in the mean, with the basic strategy. Rounds without a split are exact, those
 * with one are as they were counted; `half` is half the width of the 99.9 % interval, which the splits alone make.
 */
export function edgeOf(game: BlackjackGame, counts: RoundCounts): { edge: number; half: number } {
  const { gain, half } = splitFiguresOf(game, counts)
  return { edge: -gain - plainParts(game).reduce((sum, part) => sum + part.gain, 0), half }
}
