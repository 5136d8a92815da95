import type { Card } from '../table/cards.ts'
import { isTwoCard21, totalOf } from './cards.ts'
import type { BlackjackResult, HandOutcome, HandResult } from './events.ts'
import type { BlackjackGame } from './game.ts'
import type { BlackjackHand, BlackjackState } from './state.ts'

/** The settlement of a round whose cards are all dealt, in units. */
export function resultOf(
  game: BlackjackGame,
  { hands, dealer, insurance }: Pick<BlackjackState, 'hands' | 'dealer' | 'insurance'>,
): BlackjackResult {
  const results = hands.map((hand) => handResult(game, hand, dealer))
  const insured = insurance === 'taken' ? { insurance: insuranceResult(game, dealer) } : {}
  const all = [...results, ...(insured.insurance ? [insured.insurance] : [])]
  return {
    type: 'result',
    hands: results,
    ...insured,
    staked: all.reduce((sum, { staked }) => sum + staked, 0),
    returned: all.reduce((sum, { returned }) => sum + returned, 0),
  }
}

function handResult(game: BlackjackGame, hand: BlackjackHand, dealer: readonly Card[]): HandResult {
  const staked = game.unitsPerStake * (hand.isDoubled ? 2 : 1)
  const outcome = outcomeOf(hand, dealer)
  return { outcome, staked, returned: returnedFor(game, outcome, staked) }
}

/** A blackjack beats every other 21; two of them push. A hand that is bust has lost whatever the dealer has. */
function outcomeOf({ cards, isFromSplit }: BlackjackHand, dealer: readonly Card[]): HandOutcome {
  const { total } = totalOf(cards)
  if (total > 21) return 'bust'
  const [isOwn, isDealers] = [isTwoCard21(cards) && !isFromSplit, isTwoCard21(dealer)]
  if (isOwn || isDealers) return isOwn === isDealers ? 'push' : isOwn ? 'blackjack' : 'lose'
  const against = totalOf(dealer).total
  if (against > 21 || total > against) return 'win'
  return total === against ? 'push' : 'lose'
}

function returnedFor(game: BlackjackGame, outcome: HandOutcome, staked: number): number {
  switch (outcome) {
    case 'blackjack':
      return game.blackjackReturns
    case 'win':
      return 2 * staked
    case 'push':
      return staked
    case 'lose':
    case 'bust':
      return 0
  }
}

function insuranceResult(game: BlackjackGame, dealer: readonly Card[]): NonNullable<BlackjackResult['insurance']> {
  const isWon = isTwoCard21(dealer)
  return {
    outcome: isWon ? 'win' : 'lose',
    staked: game.insuranceStake,
    returned: isWon ? game.insuranceReturns : 0,
  }
}
