import { expect, test } from 'vitest'
import { jumpBetween, type Reading } from './clock-watch.ts'

/** A reading at a monotonic time that took this long, of a clock that was so far ahead of it. */
const read = (beforeMs: number, tookMs: number, aheadMs: number): Reading => ({
  clockMs: beforeMs + aheadMs,
  beforeMs,
  afterMs: beforeMs + tookMs,
})

test('a clock that was set back between two readings is measured, with all that it may have shown twice', () => {
  const jump = jumpBetween(read(1_000, 2, 500_000), read(2_000, 2, 495_000))
  expect(jump?.byMs).toBe(4_998)
  // It was set back right after the first reading at the earliest, right before the second at the latest.
  expect(jump?.fromMs).toBeLessThanOrEqual(501_000 - 5_000)
  expect(jump?.untilMs).toBeGreaterThanOrEqual(502_000)
  expect((jump?.untilMs ?? 0) - (jump?.fromMs ?? 0)).toBeLessThan(5_000 + 2 * 1_200)
})

test.each([
  ['runs on', read(2_000, 2, 500_000)],
  ['was set forward', read(2_000, 2, 900_000)],
  ['is slewed', read(2_000, 2, 499_917)],
  ['was read late in a long call', { clockMs: 502_000, beforeMs: 2_000, afterMs: 9_000 }],
  ['was read early in a long call', { clockMs: 502_000, beforeMs: 2_000, afterMs: 2_002 }],
])('a clock that %s was not set back', (_name, second) => {
  expect(jumpBetween(read(1_000, 2, 500_000), second)).toBeNull()
})

test('a first reading that took long bounds a jump from when it ended', () => {
  expect(jumpBetween({ clockMs: 501_000, beforeMs: 1_000, afterMs: 4_000 }, read(5_000, 2, 500_000))).toBeNull()
  expect(jumpBetween({ clockMs: 504_000, beforeMs: 1_000, afterMs: 4_000 }, read(5_000, 2, 497_000))?.byMs).toBe(3_000)
})
