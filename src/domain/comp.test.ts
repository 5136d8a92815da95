import { expect, test } from 'vitest'
import { convertible, percentOf } from './comp.ts'

test.each([
  [25_999n, null, 20_000n],
  [10_000n, null, 10_000n],
  [9_999n, null, null],
  [0n, null, null],
  [25_999n, 25_999n, 25_999n],
  [25_999n, 10_000n, 10_000n],
  [25_999n, 26_000n, null],
  [25_999n, 9_999n, null],
  [25_999n, 0n, null],
])('of %s comp, with %s requested, %s is converted', (comp, requested, amount) => {
  expect(convertible(comp, requested)).toBe(amount)
})

test.each([
  [5_000, '0.5'],
  [12_500, '1.25'],
  [0, '0'],
  [1, '0.0001'],
  [1_000_000, '100'],
])('%i parts per million are %s percent', (ppm, percent) => {
  expect(percentOf(ppm)).toBe(percent)
})
