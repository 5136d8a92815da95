import { expect, test } from 'vitest'
import type { BlackjackEvent } from '#domain/games/blackjack/events.ts'
import { cardHeight, coverOf, dealerPlaces, lowestOfHands, project } from '../table/cards/camera.ts'
import { placeAt } from '../table/cards/card-motion.ts'
import { labelPlace, memberPlace, seatPlan } from './seat-plan.ts'

const deal: BlackjackEvent = { type: 'deal', cards: [7, 20], upcard: 33 }

test('the hole card stays face down until it is turned, and then is the card of the event', () => {
  const before = seatPlan([{ events: [deal], atMs: 0 }])
  const hole = before.cards.find(({ side, place }) => side === 'dealer' && place === 1)
  expect(hole).toMatchObject({ card: null, turnAt: Infinity })
  expect(before.cards.filter(({ turnAt }) => turnAt === Infinity)).toHaveLength(1)
  const after = seatPlan([
    { events: [deal], atMs: 0 },
    {
      events: [
        { type: 'stand', hand: 0 },
        { type: 'turn', card: 51 },
      ],
      atMs: 9000,
    },
  ])
  const turned = after.cards.find(({ side, place }) => side === 'dealer' && place === 1)
  expect(turned?.card).toBe(51)
  expect(turned?.turnAt).toBeGreaterThan(9000)
})

test('what was shown keeps its times when more is answered', () => {
  const first = seatPlan([{ events: [deal], atMs: 0 }])
  const next = seatPlan([
    { events: [deal], atMs: 0 },
    { events: [{ type: 'hit', hand: 0, card: 3 }], atMs: 5000 },
  ])
  const known = next.cards.filter(({ side, place }) =>
    first.cards.some((one) => one.side === side && one.place === place),
  )
  expect(known).toEqual(first.cards)
  expect(next.pauses).toEqual([{ from: first.endMs, to: 5000 }])
  expect(next.endMs).toBeGreaterThan(5000)
})

test('a part that comes early begins when the one before it is shown', () => {
  const first = seatPlan([{ events: [deal], atMs: 0 }])
  const next = seatPlan([
    { events: [deal], atMs: 0 },
    { events: [{ type: 'hit', hand: 0, card: 3 }], atMs: 10 },
  ])
  expect(next.cards.find(({ side, place }) => side === 'member' && place === 2)?.dealAt).toBeGreaterThan(first.endMs)
})

test('a split moves the second card beside the first, and deals one to each hand', () => {
  const plan = seatPlan([{ events: [deal, { type: 'split', hand: 0, cards: [1, 2] }], atMs: 0 }])
  expect(plan.hands).toEqual([
    [0, 2],
    [1, 3],
  ])
  const [left, right] = [0, 1].map((place) => plan.cards.find((card) => card.side === 'member' && card.place === place))
  if (!left || !right) throw new Error('There are two first cards.')
  expect(placeAt(left, 0)).toEqual(memberPlace(1, 0, 0, false))
  expect(placeAt(right, 0)).toEqual(memberPlace(1, 0, 1, false))
  expect(placeAt(left, Infinity)).toEqual(memberPlace(2, 0, 0, false))
  expect(placeAt(right, Infinity)).toEqual(memberPlace(2, 1, 0, false))
})

test('after three splits every card lies in the row of its hand, and a doubled one on its side', () => {
  const plan = seatPlan([
    {
      events: [
        deal,
        { type: 'split', hand: 0, cards: [1, 2] },
        { type: 'split', hand: 0, cards: [3, 4] },
        { type: 'split', hand: 2, cards: [5, 6] },
        { type: 'double', hand: 3, card: 8 },
      ],
      atMs: 0,
    },
  ])
  expect(plan.hands.map((hand) => hand.length)).toEqual([2, 2, 2, 3])
  expect(new Set(plan.hands.flat()).size).toBe(9)
  for (const [hand, places] of plan.hands.entries()) {
    for (const [index, place] of places.entries()) {
      const card = plan.cards.find((one) => one.side === 'member' && one.place === place)
      if (!card) throw new Error('Every card of a hand is planned.')
      expect(placeAt(card, Infinity)).toEqual(memberPlace(4, hand, index, hand === 3 && index === 2))
    }
  }
})

/** The sizes of the stage: a phone upright and on its side, with few and with many hands, a replay on both, and a wide window. */
const stages = [
  { width: 390, height: 390, hands: [1, 2] },
  { width: 360, height: 257, hands: [3, 4] },
  { width: 464, height: 298, hands: [1, 2, 3, 4] },
  { width: 310, height: 207, hands: [1, 2, 3, 4] },
  { width: 1400, height: 540, hands: [1, 2, 3, 4] },
  { width: 1400, height: 440, hands: [1, 2, 3, 4] },
  { width: 992, height: 352, hands: [1, 2, 3, 4] },
]

test.each(stages)('all hands lie on a stage of $width × $height, long ones as well', ({ width, height, hands }) => {
  const cover = coverOf({ width, height }, lowestOfHands)
  for (const count of hands) {
    for (let hand = 0; hand < count; hand += 1) {
      for (let place = 0; place < (count > 2 ? 5 : 7); place += 1) {
        const { x, y } = memberPlace(count, hand, place, false)
        const [left, right] = [x - 0.5, x + 0.5].map(
          (edge) => cover.left + cover.scale * project({ x: edge, y: y - cardHeight / 2, z: 0 }).x,
        )
        expect({ count, hand, place, left: left ?? -1, in: (left ?? -1) >= 0 }).toMatchObject({ in: true })
        expect({ count, hand, place, right, in: (right ?? width) <= width }).toMatchObject({ in: true })
      }
    }
  }
})

test.each(stages)('the labels of hands on a stage of $width × $height keep off the dealer’s cards', (stage) => {
  const cover = coverOf(stage, lowestOfHands)
  const heightAt = (point: { x: number; y: number }) => cover.top + cover.scale * project({ ...point, z: 0 }).y
  const [dealer] = dealerPlaces
  const under = heightAt({ x: 0, y: (dealer?.y ?? 0) - cardHeight / 2 })
  // Half of the label: 22 px high.
  const half = 11
  for (const hands of stage.hands) {
    const middle = heightAt(labelPlace(hands, 0))
    expect(middle - half - under).toBeGreaterThan(3)
    expect(middle + half).toBeLessThanOrEqual(stage.height)
  }
})
