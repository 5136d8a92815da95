import { expect, it } from 'vitest'
import { liveRetryMs } from './live.ts'

it('spreads reconnections over a span that doubles up to a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 40].map((attempt) => liveRetryMs(attempt, 0.999_999))).toEqual([
    1_999, 3_999, 7_999, 15_999, 31_999, 59_999, 59_999, 59_999,
  ])
  expect([0, 3, 40].map((attempt) => liveRetryMs(attempt, 0))).toEqual([250, 250, 250])
  expect(liveRetryMs(0, 0.5)).toBe(1_125)
})
