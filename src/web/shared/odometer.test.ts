import { expect, it } from 'vitest'
import { rollTo, shownAt, still, wheelsOf } from './odometer.ts'

it('rolls at the growth rate of the pool, never beyond the latest figure', () => {
  const roll = rollTo(still(1_000), 1_010, 5, 100)
  expect([100, 1_100, 2_100, 5_000].map((now) => shownAt(roll, now))).toEqual([1_000, 1_005, 1_010, 1_010])
  const samples = Array.from({ length: 400 }, (_, step) => shownAt(roll, step * 10))
  expect(Math.max(...samples)).toBe(1_010)
  expect(samples.every((figure, step) => step === 0 || figure >= (samples[step - 1] ?? 0))).toBe(true)
})

it('continues from the current figure when the next one arrives, and catches up in time', () => {
  const first = rollTo(still(0), 100, 100, 0)
  const second = rollTo(first, 200, 100, 500)
  expect(shownAt(second, 500)).toBe(50)
  expect(shownAt(second, 2_000)).toBe(200)
  // Without a rate, or with a very low one, it still ends within 8 s.
  expect(shownAt(rollTo(still(0), 1_000_000, 0, 0), 8_000)).toBe(1_000_000)
  expect(shownAt(rollTo(still(0), 1_000_000, 1, 0), 8_000)).toBe(1_000_000)
})

it('jumps to the remaining amount when a pool was paid out', () => {
  const roll = rollTo(rollTo(still(0), 900, 100, 0), 300, 100, 5_000)
  expect(roll).toEqual(still(300))
  expect(shownAt(roll, 5_000)).toBe(300)
})

it('turns each wheel during the last tenth of the one below it', () => {
  expect(wheelsOf(1_234, 4)).toEqual([1, 2, 3, 4])
  expect(wheelsOf(1_299.5, 4)).toEqual([1, 2.5, 9.5, 9.5])
  expect(wheelsOf(1_289.5, 4)).toEqual([1, 2, 8.5, 9.5])
  expect(wheelsOf(9.25, 2)).toEqual([0.25, 9.25])
  expect(wheelsOf(5, 3)).toEqual([0, 0, 5])
})
