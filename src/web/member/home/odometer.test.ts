import { expect, it } from 'vitest'
import { rollTo, shownAt, standing, wheelsOf } from './odometer.ts'

it('rolls at the pace the pool grows, and never beyond what the house said', () => {
  const roll = rollTo(standing(1_000), 1_010, 5, 100)
  expect([100, 1_100, 2_100, 5_000].map((now) => shownAt(roll, now))).toEqual([1_000, 1_005, 1_010, 1_010])
  const samples = Array.from({ length: 400 }, (_, step) => shownAt(roll, step * 10))
  expect(Math.max(...samples)).toBe(1_010)
  expect(samples.every((figure, step) => step === 0 || figure >= (samples[step - 1] ?? 0))).toBe(true)
})

it('goes on from where it is when the next figure comes, and does not linger over what it missed', () => {
  const first = rollTo(standing(0), 100, 100, 0)
  const second = rollTo(first, 200, 100, 500)
  expect(shownAt(second, 500)).toBe(50)
  expect(shownAt(second, 2_000)).toBe(200)
  // Without a rate, or with one far too slow, it is done before the next but one figure.
  expect(shownAt(rollTo(standing(0), 1_000_000, 0, 0), 8_000)).toBe(1_000_000)
  expect(shownAt(rollTo(standing(0), 1_000_000, 1, 0), 8_000)).toBe(1_000_000)
})

it('stands at once at what is left of a pool that was paid out', () => {
  const roll = rollTo(rollTo(standing(0), 900, 100, 0), 300, 100, 5_000)
  expect(roll).toEqual(standing(300))
  expect(shownAt(roll, 5_000)).toBe(300)
})

it('turns each wheel with the last tenth of the one below it', () => {
  expect(wheelsOf(1_234, 4)).toEqual([1, 2, 3, 4])
  expect(wheelsOf(1_299.5, 4)).toEqual([1, 2.5, 9.5, 9.5])
  expect(wheelsOf(1_289.5, 4)).toEqual([1, 2, 8.5, 9.5])
  expect(wheelsOf(9.25, 2)).toEqual([0.25, 9.25])
  expect(wheelsOf(5, 3)).toEqual([0, 0, 5])
})
