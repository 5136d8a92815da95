import { expect, it } from 'vitest'
import { isIdleEndNear } from './idle-end.ts'

const at = Date.UTC(2026, 0, 1)
const second = 1_000

it('warns in the last minute of the idle half hour, and the 20 s the server may be behind', () => {
  expect(isIdleEndNear(at, at + 28 * 60 * second)).toBe(false)
  expect(isIdleEndNear(at, at + (28 * 60 + 39) * second)).toBe(false)
  expect(isIdleEndNear(at, at + (28 * 60 + 40) * second)).toBe(true)
  expect(isIdleEndNear(at, at + (29 * 60 + 59) * second)).toBe(true)
  expect(isIdleEndNear(at, at + 30 * 60 * second)).toBe(false)
})

it('says nothing while no act is known', () => {
  expect(isIdleEndNear(0, at)).toBe(false)
})
