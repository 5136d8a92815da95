import type { Card } from '../table/cards.ts'
import { totalOf, type HandTotal } from './cards.ts'
import type { BlackjackEvent, BlackjackResult, HandOutcome } from './events.ts'
import type { BlackjackGame } from './game.ts'
import { activeHand, legalActions, settlementOf, stakedUnits, type LegalAction } from './round.ts'
import type { BlackjackState } from './state.ts'

/** What a member may see of a round: no shoe, and no hole card before it is turned. Stakes and returns are in units. */
export type VisibleBlackjack = {
  /** The dealer's cards that lie open: the upcard alone until the hole card is turned. */
  dealer: { cards: readonly Card[]; total: HandTotal }
  hands: readonly VisibleHand[]
  insurance: BlackjackState['insurance']
  /** The place of the hand that is to be played, or null. */
  active: number | null
  /** What the member can do now, with the stake that it adds; empty when the round is over. */
  actions: readonly LegalAction[]
  /** All stakes so far. */
  staked: number
  result: BlackjackResult | null
  /** Events never name a card that is not shown. */
  events: readonly BlackjackEvent[]
}

export type VisibleHand = {
  cards: readonly Card[]
  total: HandTotal
  staked: number
  isDone: boolean
  /** Null until the round is over. */
  outcome: HandOutcome | null
}

/** The visible part of a state, built field by field. */
export function visibleState(game: BlackjackGame, state: BlackjackState): VisibleBlackjack {
  const dealer = state.isOver ? state.dealer : state.dealer.slice(0, 1)
  const result = settlementOf(state)
  return {
    dealer: { cards: dealer, total: totalOf(dealer) },
    hands: state.hands.map(({ cards, isDoubled, isDone }, place) => ({
      cards,
      total: totalOf(cards),
      staked: game.unitsPerStake * (isDoubled ? 2 : 1),
      isDone,
      outcome: result?.hands[place]?.outcome ?? null,
    })),
    insurance: state.insurance,
    active: activeHand(state),
    actions: legalActions(game, state),
    staked: stakedUnits(game, state),
    result,
    events: state.events,
  }
}
