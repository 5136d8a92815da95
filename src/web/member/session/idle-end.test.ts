import { expect, it } from 'vitest'
import { endingSoon, type SessionEnds } from './idle-end.ts'

const at = Date.UTC(2026, 0, 1)
const second = 1_000
const minute = 60 * second

/** The ends of a session that began and was last used at `at`, as reported by a check at `checkedAt`. */
function ends(idleMinutes: number, checkedAt: number): SessionEnds {
  return { endsAt: at + 8 * 60 * minute, idleEndsAt: at + idleMinutes * minute, checkedAt }
}

it('warns a minute before the 30 idle minutes are over, and stops at the end', () => {
  const half = ends(30, at + 28 * minute)
  expect(endingSoon(half, at, at + 28 * minute)).toBeNull()
  expect(endingSoon(half, at, at + 28 * minute + 54 * second)).toBeNull()
  expect(endingSoon(half, at, at + 28 * minute + 55 * second)).toBe('idle')
  expect(endingSoon(half, at, at + 29 * minute)).toBe('idle')
  expect(endingSoon(half, at, at + 29 * minute + 59 * second)).toBe('idle')
  expect(endingSoon(half, at, at + 30 * minute)).toBeNull()
})

it('warns before the end of two idle hours while a request is open', () => {
  const long = ends(120, at + 29 * minute)
  expect(endingSoon(long, at, at + 29 * minute)).toBeNull()
  expect(endingSoon(long, at, at + 119 * minute)).toBe('idle')
})

it('clears the warning when any page was active since the last check', () => {
  const half = ends(30, at + 29 * minute)
  expect(endingSoon(half, at + 29 * minute + second, at + 29 * minute + 2 * second)).toBeNull()
})

it('warns before the absolute end, which activity does not move', () => {
  const nearEnd: SessionEnds = { endsAt: at + minute, idleEndsAt: at + 20 * minute, checkedAt: at }
  expect(endingSoon(nearEnd, at + second, at + 2 * second)).toBe('absolute')
})

it('does not warn guests', () => {
  expect(endingSoon(null, at, at)).toBeNull()
})
