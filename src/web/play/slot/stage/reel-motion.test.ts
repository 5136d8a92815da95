import { expect, test } from 'vitest'
import { planStop, positionAt, type ReelMotion } from './reel-motion.ts'
import { joinTape, minTravel, restingTape, symbolAt } from './reel-tape.ts'

const rows = 3
const strip = Array.from({ length: 34 }, (_, index) => index)
const other = Array.from({ length: 31 }, (_, index) => 100 + index)

test.each([0, 60, 250, 700, 2000])('a reel that gets its stop %d ms after its start comes to rest on it', (knownMs) => {
  const free: ReelMotion = { startMs: 35, stop: null }
  const stop = planStop(free, knownMs, 900, minTravel(rows))
  const motion = { ...free, stop }
  expect(Number.isInteger(stop.restAt)).toBe(true)
  expect(stop.restMs).toBeGreaterThanOrEqual(900)
  expect(positionAt(motion, stop.restMs)).toBe(stop.restAt)
  let before = positionAt(motion, 0)
  for (let ms = 1; ms <= stop.restMs; ms += 1) {
    const now = positionAt(motion, ms)
    expect(Math.abs(now - before), `jump at ${ms} ms`).toBeLessThan(0.06)
    before = now
  }
})

test('joining the stop changes no visible symbol, and the reel comes to rest on the drawn rows', () => {
  const position = 7.4
  const resting = restingTape({ strip, stop: 5 })
  const restAt = Math.ceil(position) + minTravel(rows)
  const joined = joinTape(resting, { strip: other, stop: 30 }, position, restAt)
  for (let row = -1; row <= rows; row += 1) {
    expect(symbolAt(joined, Math.floor(position), row)).toBe(symbolAt(resting, Math.floor(position), row))
  }
  expect([0, 1, 2].map((row) => symbolAt(joined, restAt, row))).toEqual([130, 100, 101])
})
