import { expect, test } from 'vitest'
import { runners } from '#domain/games/table/race/draw-race.ts'
import { cameraAt } from './race-painter.ts'
import { orderAt, planRace, randomOf, runnersAt, type RacePlan } from './race-plan.ts'

const track = { lengths: 150 }
const dealMs = 30_000

/** Races in many orders. */
function races(count: number): { order: number[]; plan: RacePlan }[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomOf(`order ${index}`)
    const order = runners
      .map((runner) => ({ runner, key: random() }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ runner }) => runner)
    return { order, plan: planRace(order, `round ${index}`, dealMs, track) }
  })
}

test('the runners are at the line in the order of the outcome, one after the other, before the result is due', () => {
  for (const { order, plan } of races(120)) {
    expect(orderAt(plan, plan.endMs)).toEqual(order)
    const times = plan.courses.map(({ finishMs }) => finishMs)
    expect(plan.courses.map(({ runner }) => runner)).toEqual(order)
    expect(times.every((time, place) => place === 0 || time > (times[place - 1] ?? 0))).toBe(true)
    expect(plan.endMs).toBeLessThan(dealMs)
    // At its own time each is exactly at the line, and its followers are not.
    for (const [place, { runner, finishMs }] of plan.courses.entries()) {
      const there = runnersAt(plan, finishMs)
      expect(there[place]?.lengths).toBeCloseTo(track.lengths, 6)
      expect(there.slice(place + 1).every(({ lengths }) => lengths < track.lengths)).toBe(true)
      expect(orderAt(plan, finishMs)[place]).toBe(runner)
    }
  }
})

test('a runner never stops, runs back or jumps, and its speed changes by little', () => {
  const stepMs = 16
  for (const { plan } of races(12)) {
    const mean = (track.lengths * 1000) / (plan.firstMs - plan.startMs)
    const worst = { leastWay: Infinity, mostWay: 0, mostSpeed: 0, mostChange: 0 }
    let before = runnersAt(plan, 0)
    expect(before.every(({ lengths, speed }) => lengths === 0 && speed === 0)).toBe(true)
    for (let ms = stepMs; ms <= dealMs; ms += stepMs) {
      const now = runnersAt(plan, ms)
      for (const [place, { lengths, speed }] of now.entries()) {
        const last = before[place] ?? { lengths: 0, speed: 0 }
        const way = lengths - last.lengths
        if (ms > plan.startMs + stepMs) worst.leastWay = Math.min(worst.leastWay, way)
        worst.mostWay = Math.max(worst.mostWay, way)
        worst.mostSpeed = Math.max(worst.mostSpeed, speed)
        worst.mostChange = Math.max(worst.mostChange, Math.abs(speed - last.speed))
      }
      before = now
    }
    expect(worst.leastWay).toBeGreaterThan(0)
    expect(worst.mostWay).toBeLessThan((mean * 1.5 * stepMs) / 1000)
    expect(worst.mostSpeed).toBeLessThan(mean * 1.5)
    expect(worst.mostChange).toBeLessThan(mean * 0.03)
  }
})

test('the lead changes in most races, and the winner is seldom in front all the way', () => {
  const all = races(100)
  const led = all.map(({ plan }) =>
    Array.from({ length: 20 }, (_, part) => orderAt(plan, plan.startMs + 1500 + part * 1000)[0]),
  )
  expect(led.filter((leaders) => new Set(leaders).size > 1).length).toBeGreaterThan(75)
  expect(all.filter(({ order }, index) => led[index]?.every((one) => one === order[0])).length).toBeLessThan(20)
})

test('the gaps at the line follow from the round and the places, not from the runners', () => {
  const [one, other] = [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [8, 7, 6, 5, 4, 3, 2, 1],
  ] as const
  expect(planRace(one, 'round', dealMs, track)).toEqual(planRace(one, 'round', dealMs, track))
  expect(planRace(one, 'round', dealMs, track).lastMs).not.toBe(planRace(one, 'another', dealMs, track).lastMs)
  const gaps = (order: readonly number[], count: number) =>
    Array.from({ length: count }, (_, index) => planRace(order, `round ${index}`, dealMs, track).courses)
      .map(([first, second]) => (second?.finishMs ?? 0) - (first?.finishMs ?? 0))
      .toSorted((a, b) => a - b)
  // Of both orders alike: few are near, few are far.
  for (const sorted of [gaps(one, 150), gaps(other, 150)]) {
    expect(sorted[0]).toBeGreaterThan(25)
    expect(sorted[75]).toBeGreaterThan(70)
    expect(sorted[75]).toBeLessThan(150)
    expect(sorted[149]).toBeLessThan(330)
  }
})

test('a short time to show is kept as well', () => {
  const plan = planRace([3, 1, 2, 4, 5, 6, 7, 8], 'round', 1500, track)
  expect(plan.lastMs).toBeLessThanOrEqual(plan.endMs)
  expect(plan.endMs).toBeLessThanOrEqual(1500)
  expect(orderAt(plan, plan.endMs)).toEqual([3, 1, 2, 4, 5, 6, 7, 8])
})

test('the result is shown while the last runner is still in view', () => {
  // The lengths of a runner that a window of 1400 px shows.
  const view = 8.8
  for (const { plan } of races(60)) {
    const there = runnersAt(plan, plan.endMs)
    const last = Math.min(...there.map(({ lengths }) => lengths))
    expect(last - 1 - cameraAt(plan, there, view)).toBeLessThan(view)
  }
})
