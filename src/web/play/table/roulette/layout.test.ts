import { expect, test } from 'vitest'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { wheel } from '#domain/games/table/roulette/wheel.ts'
import { directionOf, nextSpot, spotPlace, trackField, trackPoints, type Direction, type SpotPlace } from './layout.ts'

const pocketsOf = (when: readonly string[]) => when.map((mark) => Number(mark.slice('pocket-'.length)))
const places = roulette.spots.map(({ code, pays }) => spotPlace(code, pocketsOf(pays[0]?.when ?? [])))
const placeOf = (code: string): SpotPlace => {
  const found = places.find((place) => place.code === code)
  if (!found) throw new Error(`The layout has no ${code}.`)
  return found
}
/** The cell of each number, and what touches a spot that lies on a line: the cells within half a cell of its middle. */
const touched = ({ along, across, long, wide }: SpotPlace) =>
  places
    .filter(({ code }) => code.startsWith('straight-'))
    .filter((cell) => {
      const apart = [Math.abs(cell.along - along) - cell.long / 2, Math.abs(cell.across - across) - cell.wide / 2]
      return (
        (apart[0] ?? 0) <= long / 2 + 0.01 - (long > 0 ? 0.5 : 0) &&
        (apart[1] ?? 0) <= wide / 2 + 0.01 - (wide > 0 ? 0.5 : 0)
      )
    })
    .flatMap(({ covers }) => covers)
    .toSorted((one, other) => one - other)

test('every spot has a place of its own', () => {
  const spots = places.map(({ along, across }) => `${along} ${across}`)
  expect(places).toHaveLength(157)
  expect(new Set(spots).size).toBe(157)
})

test('a spot on a line touches exactly the numbers that it covers, the whole street at its edge', () => {
  for (const place of places.filter(({ shape, code }) => shape !== 'cell' && !/^(?:street|six|first)/.test(code)))
    expect([place.code, touched(place)]).toEqual([place.code, [...place.covers].toSorted((one, other) => one - other)])
  expect(placeOf('street-19')).toMatchObject({ along: 6.5, across: 0, covers: [19, 20, 21] })
  expect(placeOf('six-line-19')).toMatchObject({ along: 7, across: 0, covers: [19, 20, 21, 22, 23, 24] })
  expect(placeOf('first-four')).toMatchObject({ along: 0, across: 0, covers: [0, 1, 2, 3] })
})

test('arrows reach every spot from every other one, across the lines between the numbers', () => {
  const directions: Direction[] = ['on', 'back', 'up', 'down']
  const way = (from: string, ...steps: Direction[]) =>
    steps.reduce((at, step) => nextSpot(places, at, step), placeOf(from)).code
  expect(way('straight-1', 'on')).toBe('split-1-4')
  expect(way('straight-1', 'on', 'on')).toBe('straight-4')
  expect(way('straight-1', 'up', 'on')).toBe('corner-1')
  expect(way('straight-1', 'back', 'back')).toBe('straight-0')
  expect(way('straight-1', 'down', 'down', 'down')).toBe('low')
  expect(way('straight-36', 'on')).toBe('column-3')
  for (const start of [placeOf('straight-0'), placeOf('high'), placeOf('column-2')]) {
    const known = new Set([start])
    for (const place of known) for (const direction of directions) known.add(nextSpot(places, place, direction))
    expect(known.size).toBe(places.length)
  }
  // And back: from every spot the zero is reached.
  const toZero = new Set([placeOf('straight-0')])
  for (let grew = true; grew;) {
    const before = toZero.size
    for (const place of places)
      if (directions.some((one) => toZero.has(nextSpot(places, place, one)))) toZero.add(place)
    grew = toZero.size > before
  }
  expect(toZero.size).toBe(places.length)
})

test('arrows follow the way the layout lies', () => {
  expect(['ArrowRight', 'ArrowUp'].map((key) => directionOf(key, false))).toEqual(['on', 'up'])
  expect(['ArrowDown', 'ArrowRight'].map((key) => directionOf(key, true))).toEqual(['on', 'up'])
  expect(directionOf('Enter', true)).toBeNull()
})

test('the racetrack has the pockets in the order of the wheel, evenly along an oval', () => {
  for (const [width, height] of [
    [600, 120],
    [260, 420],
  ] as const) {
    const points = trackPoints({ width, height })
    expect(points).toHaveLength(wheel.length)
    const gaps = points.map((point, index) => {
      const next = points[(index + 1) % points.length]
      return Math.hypot(point.x - (next?.x ?? 0), point.y - (next?.y ?? 0))
    })
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.12)
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(-0.001)
      expect(x).toBeLessThanOrEqual(width + 0.001)
      expect(y).toBeGreaterThanOrEqual(-0.001)
      expect(y).toBeLessThanOrEqual(height + 0.001)
    }
  }
  const [zero] = trackPoints({ width: 600, height: 120 })
  expect(zero).toMatchObject({ x: 600, y: 60 })
  expect(trackPoints({ width: 260, height: 420 })[0]).toMatchObject({ x: 130, y: 0 })
  // Its fields touch each other.
  const [one, next] = [0, 1].map((index) => trackField(index, { width: 600, height: 120 }, 40))
  expect(one?.[4]?.x).toBeCloseTo(next?.[0]?.x ?? 0, 9)
  expect(one?.[5]?.y).toBeCloseTo(next?.[9]?.y ?? 0, 9)
})
