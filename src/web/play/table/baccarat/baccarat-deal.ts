import type { BaccaratOutcome } from '#domain/games/table/outcome.ts'
import { baccaratPlaces, type Side } from '../cards/camera.ts'
import { fitted, usual, type DealPlan, type PlannedCard } from '../cards/deal-plan.ts'

const { first, between, flight, turn, pause } = usual
const third = 260
const squeeze = 1500

/** The deal of Baccarat: two cards each by turns, then they are turned, then the third cards, each bent up before it is turned. */
export function planOf({ player, banker }: BaccaratOutcome, dealMs: number): DealPlan {
  const cards: PlannedCard[] = []
  const add = (side: Side, place: number, dealAt: number, turnAt: number) => {
    const card = (side === 'left' ? player : banker)[place]
    const to = baccaratPlaces[side][place]
    if (card === undefined || to === undefined) return
    const isSqueezed = place === 2
    const turnMs = isSqueezed ? squeeze : turn
    cards.push({ side, place, to, card, dealAt, dealMs: flight, turnAt, turnMs, isSqueezed })
  }
  const dealt = first + 3 * between + flight
  const turns = [0, 1, 2, 3].map((index) => dealt + pause + index * (turn - 60) + (index > 1 ? pause : 0))
  for (const place of [0, 1]) {
    add('left', place, first + place * 2 * between, turns[place] ?? 0)
    add('right', place, first + (place * 2 + 1) * between, turns[place + 2] ?? 0)
  }
  let at = (turns[3] ?? 0) + turn
  for (const side of ['left', 'right'] as const) {
    const before = cards.length
    add(side, 2, at + third, at + third + flight)
    if (cards.length > before) at += third + flight + squeeze
  }
  return fitted(cards, at, dealMs)
}
