import { expect, test } from 'vitest'
import { lastDigits, masked, restrictionOf, shownBalance } from './member.ts'

const now = new Date('2026-11-20T00:00:00Z')
const later = new Date('2026-11-21T00:00:00Z')

test('restricts blocked and excluded members, with the end where there is one', () => {
  expect(restrictionOf({ status: 'active', excludedUntil: null }, now)).toBeNull()
  expect(restrictionOf({ status: 'active', excludedUntil: now }, now)).toBeNull()
  expect(restrictionOf({ status: 'active', excludedUntil: later }, now)).toEqual({ why: 'excluded', until: later })
  expect(restrictionOf({ status: 'active', excludedUntil: Infinity }, now)).toEqual({ why: 'excluded', until: null })
  expect(restrictionOf({ status: 'blocked', excludedUntil: later }, now)).toEqual({ why: 'blocked', until: null })
})

test('a masked number shows its last digits only', () => {
  expect(masked(lastDigits('010-1234-5678'))).toBe('••••5678')
  expect(masked(lastDigits('123456'))).toBe('••••456')
  expect(masked('')).toBe('')
})

test('wins not yet shown are not in the balance, and never make it negative', () => {
  expect(shownBalance(100n, 30n)).toBe(70n)
  expect(shownBalance(10n, 30n)).toBe(0n)
})
