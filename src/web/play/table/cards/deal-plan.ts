import type { Card } from '#domain/games/table/cards.ts'
import type { BaccaratOutcome } from '#domain/games/table/outcome.ts'
import type { Side } from './camera.ts'

/** When each card of a round is dealt and turned. It follows from the outcome and the time of the table alone, never from bets. */

/** `place` is 0 to 2. Times in ms from the beginning of the deal. */
export type PlannedCard = {
  side: Side
  place: number
  card: Card
  dealAt: number
  dealMs: number
  turnAt: number
  turnMs: number
  /** A third card is bent up from its edge before it is turned. */
  isSqueezed: boolean
}

export type DealPlan = { cards: readonly PlannedCard[]; endMs: number }

const usual = { first: 250, between: 430, flight: 520, turn: 420, pause: 150, third: 260, squeeze: 1500 } as const
/** The cards lie open so long before the round is settled. */
const restMs = 400

/** The plan of a round that is settled `dealMs` after its cards were dealt: slower than usual never, faster where it must be. */
export function planOf({ player, banker }: BaccaratOutcome, dealMs: number): DealPlan {
  const { first, between, flight, turn, pause, third, squeeze } = usual
  const cards: PlannedCard[] = []
  const add = (side: Side, place: number, dealAt: number, turnAt: number) => {
    const card = (side === 'player' ? player : banker)[place]
    if (card === undefined) return
    const isSqueezed = place === 2
    cards.push({ side, place, card, dealAt, dealMs: flight, turnAt, turnMs: isSqueezed ? squeeze : turn, isSqueezed })
  }
  const dealt = first + 3 * between + flight
  const turns = [0, 1, 2, 3].map((index) => dealt + pause + index * (turn - 60) + (index > 1 ? pause : 0))
  for (const place of [0, 1]) {
    add('player', place, first + place * 2 * between, turns[place] ?? 0)
    add('banker', place, first + (place * 2 + 1) * between, turns[place + 2] ?? 0)
  }
  let at = (turns[3] ?? 0) + turn
  for (const side of ['player', 'banker'] as const) {
    const before = cards.length
    add(side, 2, at + third, at + third + flight)
    if (cards.length > before) at += third + flight + squeeze
  }
  const share = Math.min(1, Math.max(0, dealMs - restMs) / at)
  return { cards: cards.map((one) => scaled(one, share)), endMs: at * share }
}

function scaled(card: PlannedCard, share: number): PlannedCard {
  const { dealAt, dealMs, turnAt, turnMs } = card
  return { ...card, dealAt: dealAt * share, dealMs: dealMs * share, turnAt: turnAt * share, turnMs: turnMs * share }
}
