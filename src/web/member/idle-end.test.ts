import { expect, it } from 'vitest'
import { endNear, type SessionEnds } from './idle-end.ts'

const at = Date.UTC(2026, 0, 1)
const second = 1_000
const minute = 60 * second

/** A session signed in at `at`, last used then, as a check at `checkedAt` told it. */
function ends(idleMinutes: number, checkedAt: number): SessionEnds {
  return { endsAt: at + 8 * 60 * minute, idleEndsAt: at + idleMinutes * minute, checkedAt }
}

it('warns a minute before the idle half hour is over, and no longer when it is', () => {
  const half = ends(30, at + 28 * minute)
  expect(endNear(half, at, at + 28 * minute)).toBeNull()
  expect(endNear(half, at, at + 28 * minute + 54 * second)).toBeNull()
  expect(endNear(half, at, at + 28 * minute + 55 * second)).toBe('idle')
  expect(endNear(half, at, at + 29 * minute)).toBe('idle')
  expect(endNear(half, at, at + 29 * minute + 59 * second)).toBe('idle')
  expect(endNear(half, at, at + 30 * minute)).toBeNull()
})

it('waits for the two hours of whoever waits for the house', () => {
  const long = ends(120, at + 29 * minute)
  expect(endNear(long, at, at + 29 * minute)).toBeNull()
  expect(endNear(long, at, at + 119 * minute)).toBe('idle')
})

it('goes away when any page has acted since the last check', () => {
  const half = ends(30, at + 29 * minute)
  expect(endNear(half, at + 29 * minute + second, at + 29 * minute + 2 * second)).toBeNull()
})

it('warns before the absolute end too, which no act moves', () => {
  const late: SessionEnds = { endsAt: at + minute, idleEndsAt: at + 20 * minute, checkedAt: at }
  expect(endNear(late, at + second, at + 2 * second)).toBe('absolute')
})

it('says nothing to guests', () => {
  expect(endNear(null, at, at)).toBeNull()
})
