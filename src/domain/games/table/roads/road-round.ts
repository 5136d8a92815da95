import { pointsOf } from '../baccarat/hands.ts'
import { marksOfBaccarat } from '../baccarat/marks.ts'
import type { BaccaratOutcome } from '../outcome.ts'

export type Winner = 'banker' | 'player' | 'tie'

/** What the roads show of a round. */
export type RoadRound = { winner: Winner; bankerPair: boolean; playerPair: boolean }

/** What the roads show of a round of baccarat. */
export function roadRoundOf(outcome: BaccaratOutcome): RoadRound {
  const marks = marksOfBaccarat(outcome)
  const difference = pointsOf(outcome.banker) - pointsOf(outcome.player)
  return {
    winner: difference > 0 ? 'banker' : difference < 0 ? 'player' : 'tie',
    bankerPair: marks.includes('banker-pair'),
    playerPair: marks.includes('player-pair'),
  }
}
