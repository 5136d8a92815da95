import { expect, test } from 'vitest'
import { wholeUnits } from './money.ts'
import { isMarkedSum } from './operator-sums.ts'

test.each([
  [4_999_999, 1_000_000, false],
  [5_000_000, 1_000_000, true],
  [5_000_000, null, false],
])('%i credited and paid alone, with two operators from %s: marked %s', (both, from, marked) => {
  expect(isMarkedSum(wholeUnits(both), from === null ? null : wholeUnits(from))).toBe(marked)
})
