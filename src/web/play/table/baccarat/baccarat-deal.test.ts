import { expect, test } from 'vitest'
import { outcomeOf } from '#test/table-samples.ts'
import { baccaratPlaces, coverOf, picture, places, project } from '../cards/camera.ts'
import { cardPose, handTip } from '../cards/card-motion.ts'
import { planOf } from './baccarat-deal.ts'

const six = outcomeOf('2C 3D 4H, KS 3C 9H')
const bankerDraws = outcomeOf('7C KD, KS 3C 9H')
const four = outcomeOf('9C KD, KS 3C')

test('cards come in the order of the rules, one after the other, and are turned after they have landed', () => {
  const { cards } = planOf(six, 20_000)
  const order = cards.toSorted((one, other) => one.dealAt - other.dealAt).map(({ side, place }) => `${side[0]}${place}`)
  expect(order).toEqual(['l0', 'r0', 'l1', 'r1', 'l2', 'r2'])
  expect(cards.every(({ dealAt, dealMs, turnAt }) => turnAt >= dealAt + dealMs - 1e-6)).toBe(true)
  expect(cards.filter(({ isSqueezed }) => isSqueezed).map(({ place }) => place)).toEqual([2, 2])
  // The third card of a side is dealt when all before it lie open.
  for (const third of cards.filter(({ place }) => place === 2)) {
    const before = cards.filter(({ dealAt }) => dealAt < third.dealAt)
    expect(before.every(({ turnAt, turnMs }) => turnAt + turnMs <= third.dealAt)).toBe(true)
  }
  expect(planOf(bankerDraws, 20_000).cards).toHaveLength(5)
  expect(planOf(four, 20_000).endMs).toBeLessThan(planOf(bankerDraws, 20_000).endMs)
})

test('the last card lies open before the round is settled, however fast the table is', () => {
  for (const dealMs of [1500, 3000, 6000, 9000]) {
    const { cards, endMs } = planOf(six, dealMs)
    expect(endMs).toBeLessThanOrEqual(dealMs - 400)
    expect(Math.max(...cards.map(({ turnAt, turnMs }) => turnAt + turnMs))).toBeLessThanOrEqual(endMs + 1e-6)
  }
})

test('a card leaves the shoe face down, lies face up at its place, and never sinks into the table', () => {
  for (const planned of planOf(six, 9000).cards) {
    const at = (ms: number) => cardPose(planned, ms)
    expect(at(planned.dealAt - 1)).toBeNull()
    const begun = at(planned.dealAt)
    expect([begun?.x, begun?.y]).toEqual([places.shoe.x, places.shoe.y])
    expect(begun?.turn).toBe(0)
    const end = at(planned.turnAt + planned.turnMs)
    const place = baccaratPlaces[planned.side][planned.place]
    expect(end).toMatchObject({ x: place?.x, y: 0, z: 0, turn: Math.PI, peel: null })
    for (let ms = planned.dealAt; ms < planned.turnAt + planned.turnMs; ms += 20) {
      expect(at(ms)?.z).toBeGreaterThanOrEqual(0)
    }
  }
})

test('a card moves without a leap: less than its own width in 20 ms', () => {
  const leaps = planOf(six, 9000).cards.flatMap((planned) => {
    const count = Math.ceil((planned.turnAt + planned.turnMs - planned.dealAt) / 20) + 2
    const poses = Array.from({ length: count }, (_, index) => cardPose(planned, planned.dealAt + index * 20))
    return poses.slice(1).map((now, index) => {
      const before = poses[index]
      return now && before ? Math.hypot(now.x - before.x, now.y - before.y, now.z - before.z) : Infinity
    })
  })
  expect(Math.max(...leaps)).toBeLessThan(1)
})

test('the hand holds the card that moves, and rests before the first and after the last one', () => {
  const plan = planOf(six, 9000)
  const rest = handTip(plan, 0)
  expect(handTip(plan, plan.endMs + 2000)).toEqual(rest)
  const [first] = plan.cards
  if (!first) throw new Error('A round has cards.')
  const middle = first.dealAt + first.dealMs / 2
  const pose = cardPose(first, middle)
  const tip = handTip(plan, middle)
  expect(Math.hypot(tip.x - (pose?.x ?? 9), tip.y - (pose?.y ?? 9))).toBeLessThan(1)
})

test('the picture covers stages from 3:2 on, and the places of the cards stay on it', () => {
  const sizes = [
    { width: 1400, height: 480 },
    { width: 390, height: 260 },
    { width: 420, height: 280 },
    { width: 2200, height: 500 },
  ]
  for (const size of sizes) {
    const { scale, left, top } = coverOf(size)
    expect(left).toBeLessThanOrEqual(0)
    expect(left + picture.width * scale).toBeGreaterThanOrEqual(size.width - 1e-6)
    expect(top + picture.height * scale).toBeGreaterThanOrEqual(size.height - 1e-6)
    const { outer, near } = places.box
    const corner = project({ x: -outer, y: near, z: 0 })
    expect(left + corner.x * scale).toBeGreaterThanOrEqual(0)
    expect(top + corner.y * scale).toBeLessThanOrEqual(size.height)
  }
})
