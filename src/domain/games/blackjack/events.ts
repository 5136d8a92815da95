import type { Card } from '../table/cards.ts'

/** What a member decides. `insure` and `decline` answer the offer of insurance, the others play a hand. */
export const blackjackActions = ['insure', 'decline', 'hit', 'stand', 'double', 'split'] as const
export type BlackjackAction = (typeof blackjackActions)[number]

/**
 * A round as a list of events, in the order in which the window shows them: plain JSON with safe integers only. A card is a number
 * from 0 to 51. Hands are named by their place from the left, from 0, at that moment; stakes and returns are counted in units
 * (`unitsPerStake`), and every return includes the stake. A round begins with `deal` and ends with `result`.
 */
export type BlackjackEvent =
  /** The member's two cards and the dealer's upcard. The hole card is dealt and not shown. */
  | { type: 'deal'; cards: readonly Card[]; upcard: Card }
  /** Insurance is offered, behind an ace. */
  | { type: 'offer' }
  | { type: 'insure' }
  | { type: 'decline' }
  /** The dealer looked at the hole card, behind an ace or a ten. */
  | { type: 'peek'; found: 'blackjack' | 'nothing' }
  | { type: 'hit'; hand: number; card: Card }
  | { type: 'stand'; hand: number }
  | { type: 'double'; hand: number; card: Card }
  /** The hand became two, `hand` and the one after it, and each got one of these cards. */
  | { type: 'split'; hand: number; cards: readonly [Card, Card] }
  /** The hole card was turned. */
  | { type: 'turn'; card: Card }
  /** The dealer drew a card. */
  | { type: 'draw'; card: Card }
  | BlackjackResult

/** How a hand ended. A 21 of two cards after a split is a `win`, never a `blackjack`. */
export type HandOutcome = 'blackjack' | 'win' | 'push' | 'lose' | 'bust'

export type HandResult = { outcome: HandOutcome; staked: number; returned: number }

/** The settlement of a round: of each hand from the left, of insurance if it was taken, and their sums. */
export type BlackjackResult = {
  type: 'result'
  hands: readonly HandResult[]
  insurance?: { outcome: 'win' | 'lose'; staked: number; returned: number }
  staked: number
  returned: number
}
