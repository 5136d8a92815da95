import type { Card } from '../table/cards.ts'
import type { Shoe } from '../table/shoe.ts'
import type { BlackjackEvent } from './events.ts'

/** A hand of the member. It is done when it stood, was doubled, reached 21 or more, or is one of two split aces. */
export type BlackjackHand = { cards: readonly Card[]; isDoubled: boolean; isFromSplit: boolean; isDone: boolean }

/** The whole state of a round. It has the shoe and the hole card, so it never leaves the server: `visibleState` does. */
export type BlackjackState = {
  shoe: Shoe
  /** The place of the next card. */
  next: number
  /** The upcard, the hole card, and what the dealer drew. */
  dealer: readonly Card[]
  /** From the left, which is the order in which they are played. */
  hands: readonly BlackjackHand[]
  insurance: 'none' | 'offered' | 'taken' | 'declined'
  isOver: boolean
  events: readonly BlackjackEvent[]
}
