import { pointsOf } from '../baccarat/hands.ts'
import { marksOfBaccarat } from '../baccarat/marks.ts'
import { marksOfDragonTiger } from '../dragon-tiger/marks.ts'
import type { BaccaratOutcome, DragonTigerOutcome } from '../outcome.ts'

/** What every road needs of a round: which of two sides has won, or `tie`. */
export type RoadEntry = { winner: string }

export type Winner = 'banker' | 'player' | 'tie'

/** What the roads show of a round of Baccarat. */
export type RoadRound = { winner: Winner; bankerPair: boolean; playerPair: boolean }

/** What the roads show of a round of Dragon Tiger. */
export type DragonTigerRoadRound = { winner: 'dragon' | 'tiger' | 'tie'; isSuited: boolean }

export function roadRoundOf(outcome: BaccaratOutcome): RoadRound {
  const marks = marksOfBaccarat(outcome)
  const difference = pointsOf(outcome.banker) - pointsOf(outcome.player)
  return {
    winner: difference > 0 ? 'banker' : difference < 0 ? 'player' : 'tie',
    bankerPair: marks.includes('banker-pair'),
    playerPair: marks.includes('player-pair'),
  }
}

export function dragonTigerRoadRound(outcome: DragonTigerOutcome): DragonTigerRoadRound {
  const marks = marksOfDragonTiger(outcome)
  const winner = marks.includes('tie') ? 'tie' : marks.includes('dragon') ? 'dragon' : 'tiger'
  return { winner, isSuited: marks.includes('suited-tie') }
}
