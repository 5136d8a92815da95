import type { Card } from '#domain/games/table/cards.ts'
import type { CardPlace, Side } from './camera.ts'

/** When each card of a round is dealt and turned. It follows from the outcome and the time of the table alone, never from bets. */

/** `place` counts the cards of a side from 0. Times in ms from the beginning of the deal. */
export type PlannedCard<Where extends string = Side> = {
  side: Where
  place: number
  /** Where it lies. */
  to: CardPlace
  /** Moved on the felt afterwards, in the order of the times. */
  moves?: readonly { at: number; ms: number; to: CardPlace }[]
  /** Null while it is not known: then it is not turned. */
  card: Card | null
  dealAt: number
  dealMs: number
  /** Infinity: it stays face down. */
  turnAt: number
  turnMs: number
  /** It is bent up from its edge before it is turned. */
  isSqueezed: boolean
}

/** `pauses`: between these times the dealer waits, as for a decision. */
export type DealPlan<Where extends string = Side> = {
  cards: readonly PlannedCard<Where>[]
  endMs: number
  pauses?: readonly { from: number; to: number }[]
}

/** The usual times: the first card, the next ones, their flight, a turn, the pause before it. */
export const usual = { first: 250, between: 430, flight: 520, turn: 420, pause: 150 } as const
/** The cards lie open so long before the round is settled. */
const restMs = 400

/** The plan of cards of which the last lies open at `endMs`, of a round that is settled `dealMs` after its cards were dealt: never slower, faster where it must be. */
export function fitted(cards: readonly PlannedCard[], endMs: number, dealMs: number): DealPlan {
  const share = Math.min(1, Math.max(0, dealMs - restMs) / endMs)
  return { cards: cards.map((one) => scaled(one, share)), endMs: endMs * share }
}

function scaled(card: PlannedCard, share: number): PlannedCard {
  const { dealAt, dealMs, turnAt, turnMs } = card
  return { ...card, dealAt: dealAt * share, dealMs: dealMs * share, turnAt: turnAt * share, turnMs: turnMs * share }
}
