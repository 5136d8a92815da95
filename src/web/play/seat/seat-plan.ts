import type { BlackjackEvent } from '#domain/games/blackjack/events.ts'
import type { Card } from '#domain/games/table/cards.ts'
import { cardHeight, dealerPlaces, sideways, type CardPlace } from '../table/cards/camera.ts'
import { usual, type DealPlan, type PlannedCard } from '../table/cards/deal-plan.ts'

/** When each card of a round with decisions is dealt, moved and turned. It follows from the events and from when they were answered alone. */

export type SeatSide = 'dealer' | 'member'
export type SeatPlan = DealPlan<SeatSide> & {
  /** The cards of each hand from the left, by their `place` among the member's cards. */
  hands: readonly (readonly number[])[]
}

/** Events that were answered together, and when their showing begins, in ms from the begin of the round. */
export type SeatPart = { events: readonly BlackjackEvent[]; atMs: number }

/** What of a hand is known while the plan is made. */
type Held = { cards: Draft[] }
type Draft = PlannedCard<SeatSide> & { moves: { at: number; ms: number; to: CardPlace }[]; doubled: boolean }

const { first, between, flight, turn, pause } = usual
/** How long two hands take to part, and the dealer to look at the hole card. */
const moveMs = 380
const peekMs = 700
/** After the last card, before the result is shown. */
const restMs = 350

/**
 * By the number of hands: where the first card of each lies, how far its next cards are apart, and how far those are that follow
 * the `wide` first steps, so that a long hand stays on the table and beside the next one.
 */
type Row = { from: number; step: number; apart: number; wide: number; close: number }
const rows: readonly Row[] = [
  { from: -0.4, step: 0, apart: 0.46, wide: 4, close: 0.21 },
  { from: -2.1, step: 2.4, apart: 0.4, wide: 3, close: 0.17 },
  { from: -2.95, step: 2.1, apart: 0.34, wide: 3, close: 0.13 },
  { from: -2.98, step: 1.72, apart: 0.24, wide: 3, close: 0.11 },
]
const rowY = -0.7

/** Where the place-th card of a hand lies. A card that doubled lies on its side. */
export function memberPlace(hands: number, hand: number, place: number, doubled: boolean): CardPlace {
  const row = rowOf(hands)
  const beside = Math.min(place, row.wide) * row.apart + Math.max(0, place - row.wide) * row.close
  const x = row.from + hand * row.step + beside
  return { x: doubled ? x + 0.16 : x, y: doubled ? rowY - 0.1 : rowY, yaw: doubled ? sideways : 0 }
}

function rowOf(hands: number): Row {
  return rows[Math.min(hands, rows.length) - 1] ?? { from: 0, step: 0, apart: 0.3, wide: 4, close: 0.2 }
}

/** Where the left end of a hand's label is, at half of its height: over the lower edge of the cards, apart from those of the dealer. */
export function labelPlace(hands: number, hand: number): { x: number; y: number } {
  const { x, y } = memberPlace(hands, hand, 0, false)
  return { x: x - 0.5, y: y - cardHeight / 2 }
}

/** The plan of all parts. Times in ms from the begin of the round. */
export function seatPlan(parts: readonly SeatPart[]): SeatPlan {
  const table: Table = { dealer: [], member: [], hands: [], at: 0 }
  const pauses: { from: number; to: number }[] = []
  for (const { events, atMs } of parts) {
    if (table.at > 0 && atMs > table.at) pauses.push({ from: table.at, to: atMs })
    table.at = Math.max(table.at, atMs)
    for (const event of events) show(table, event)
  }
  return {
    cards: [...table.dealer, ...table.member],
    endMs: table.at,
    pauses,
    hands: table.hands.map(({ cards }) => cards.map(({ place }) => place)),
  }
}

type Table = { dealer: Draft[]; member: Draft[]; hands: Held[]; at: number }

function show(table: Table, event: BlackjackEvent): void {
  switch (event.type) {
    case 'deal':
      return deal(table, event)
    case 'peek':
      table.at += peekMs
      return
    case 'hit':
    case 'double':
      add(table, event.hand, event.card, event.type === 'double')
      return
    case 'split':
      return split(table, event.hand, event.cards)
    case 'turn': {
      const hole = table.dealer[1]
      if (!hole) return
      hole.card = event.card
      hole.turnAt = table.at + pause
      hole.turnMs = turn
      table.at = hole.turnAt + turn
      return
    }
    case 'draw':
      table.dealer.push(drafted(table, { side: 'dealer', place: table.dealer.length, card: event.card }))
      return
    case 'result':
      table.at += restMs
      return
    case 'offer':
    case 'insure':
    case 'decline':
    case 'stand':
      return
  }
}

function deal(table: Table, { cards, upcard }: Extract<BlackjackEvent, { type: 'deal' }>): void {
  const hand: Held = { cards: [] }
  table.hands = [hand]
  const start = table.at + first
  const times = [0, 1, 2, 3].map((index) => start + index * between)
  const order: { side: SeatSide; card: Card | null }[] = [
    { side: 'member', card: cards[0] ?? null },
    { side: 'dealer', card: upcard },
    { side: 'member', card: cards[1] ?? null },
    { side: 'dealer', card: null },
  ]
  for (const [index, { side, card }] of order.entries()) {
    const own = side === 'member' ? table.member : table.dealer
    const dealAt = times[index] ?? start
    const to = side === 'member' ? memberPlace(1, 0, own.length, false) : dealerPlace(own.length)
    const draft = draftOf({ side, place: own.length, card, to, dealAt })
    own.push(draft)
    if (side === 'member') hand.cards.push(draft)
    if (card === null) draft.turnAt = Infinity
  }
  table.at = start + 3 * between + flight + pause + turn
}

function draftOf(of: Pick<Draft, 'side' | 'place' | 'card' | 'to' | 'dealAt'>): Draft {
  const turnAt = of.dealAt + flight + pause
  return { ...of, dealMs: flight, turnAt, turnMs: turn, isSqueezed: false, moves: [], doubled: false }
}

/** A card that is dealt now; what follows waits until it lies open. */
function drafted(table: Table, of: Pick<Draft, 'side' | 'place' | 'card'> & { to?: CardPlace }): Draft {
  const draft = draftOf({ ...of, to: of.to ?? dealerPlace(of.place), dealAt: table.at + pause })
  table.at = draft.turnAt + draft.turnMs
  return draft
}

function add(table: Table, index: number, card: Card, doubled: boolean): void {
  const hand = table.hands[index]
  if (!hand) return
  const to = memberPlace(table.hands.length, index, hand.cards.length, doubled)
  const draft = drafted(table, { side: 'member', place: table.member.length, card, to })
  draft.doubled = doubled
  table.member.push(draft)
  hand.cards.push(draft)
}

/** The second card of a hand begins one beside it, all hands move to their new places, and each of the two gets a card. */
function split(table: Table, index: number, cards: readonly [Card, Card]): void {
  const hand = table.hands[index]
  const moved = hand?.cards.pop()
  if (!hand || !moved) return
  table.hands.splice(index + 1, 0, { cards: [moved] })
  const at = table.at + pause
  for (const [place, held] of table.hands.entries()) {
    for (const [number, card] of held.cards.entries()) {
      const to = memberPlace(table.hands.length, place, number, card.doubled)
      card.moves.push({ at, ms: moveMs, to })
    }
  }
  table.at = at + moveMs
  add(table, index, cards[0], false)
  add(table, index + 1, cards[1], false)
}

function dealerPlace(index: number): CardPlace {
  return dealerPlaces[Math.min(index, dealerPlaces.length - 1)] ?? { x: 0, y: 0, yaw: 0 }
}
