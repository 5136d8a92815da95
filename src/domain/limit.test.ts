import { describe, expect, test } from 'vitest'
import {
  decideLimit,
  limitFits,
  limitPeriods,
  overriddenLimit,
  raiseEndsMs,
  raiseIsOpen,
  type LimitDecision,
} from './limit.ts'
import { oneUnit, wholeUnits } from './money.ts'

const at = new Date('2026-11-20T12:00:00Z')
const later = (hours: number): Date => new Date(at.getTime() + hours * 60 * 60_000)
const decide = (request: Partial<Parameters<typeof decideLimit>[0]>): LimitDecision =>
  decideLimit({ current: 100n, pending: null, wished: 100n, confirmed: false, at, ...request })

describe('a requested limit', () => {
  test('applies at once when it is the first or lower, whatever is pending', () => {
    expect(decide({ current: null, wished: 5n })).toBe('set')
    expect(decide({ wished: 99n })).toBe('set')
    expect(decide({ wished: 0n, pending: { most: null, effectiveFrom: later(-1) } })).toBe('set')
    expect(decide({ current: null, wished: null })).toBe('keep')
    expect(decide({ wished: 100n, pending: { most: 200n, effectiveFrom: later(-1) } })).toBe('keep')
  })

  test.each([200n, null])('waits a day and for a confirmation when it is higher (%s)', (wished) => {
    expect(decide({ wished })).toBe('note')
    expect(decide({ wished, confirmed: true })).toBe('note')
    const waiting = { most: wished, effectiveFrom: later(24) }
    expect(decide({ wished, pending: waiting })).toBe('wait')
    expect(decide({ wished, pending: waiting, confirmed: true })).toBe('wait')
    expect(decide({ wished, pending: waiting, confirmed: true, at: new Date(later(24).getTime() - 1) })).toBe('wait')
    expect(decide({ wished, pending: waiting, at: later(24) })).toBe('confirm')
    expect(decide({ wished, pending: waiting, confirmed: true, at: later(24) })).toBe('set')
  })

  test('starts a new waiting time when it differs from the pending raise', () => {
    const pending = { most: 200n, effectiveFrom: later(-1) }
    expect(decide({ wished: 300n, pending, confirmed: true })).toBe('note')
    expect(decide({ wished: 150n, pending, confirmed: true })).toBe('note')
    expect(decide({ wished: null, pending, confirmed: true })).toBe('note')
  })

  test('lapses when it was not confirmed for a week', () => {
    const pending = { most: 200n, effectiveFrom: at }
    expect(raiseEndsMs(pending)).toBe(later(7 * 24).getTime())
    expect(raiseIsOpen(pending, later(7 * 24))).toBe(false)
    expect(decide({ wished: 200n, pending, confirmed: true, at: new Date(later(7 * 24).getTime() - 1) })).toBe('set')
    expect(decide({ wished: 200n, pending, confirmed: true, at: later(7 * 24) })).toBe('note')
  })
})

test('a limit is an amount that bounds something, or whole minutes of at most a month', () => {
  expect(limitFits('loss', 0n, oneUnit)).toBe(true)
  expect(limitFits('deposit', 12_345n, oneUnit)).toBe(true)
  expect(limitFits('wager', wholeUnits(1_000_000_000_000), oneUnit)).toBe(true)
  expect(limitFits('wager', wholeUnits(1_000_000_000_000) + 1n, oneUnit)).toBe(false)
  expect(limitFits('session_time', wholeUnits(90), oneUnit)).toBe(true)
  expect(limitFits('session_time', wholeUnits(90) + 1n, oneUnit)).toBe(false)
  expect(limitFits('session_time', wholeUnits(31 * 24 * 60), oneUnit)).toBe(true)
  expect(limitFits('session_time', wholeUnits(31 * 24 * 60 + 1), oneUnit)).toBe(false)
})

const amountOrNull = (value: number | undefined): bigint | null => (value === undefined ? null : BigInt(value))

test.each([
  ['day', 30, { week: 20 }, { period: 'week', most: 20, ruling: 'other' }],
  ['day', 30, { month: 29 }, { period: 'month', most: 29, ruling: 'other' }],
  ['week', 30, { day: 10, month: 20 }, { period: 'month', most: 20, ruling: 'other' }],
  ['week', 30, { day: 31, month: 40 }, { period: 'day', most: 31, ruling: 'wished' }],
  ['month', 30, { day: 31, week: 32 }, { period: 'day', most: 31, ruling: 'wished' }],
  ['day', 30, { day: 10, week: 30, month: 300 }, null],
  ['month', 30, {}, null],
] as const)('a limit of a %s of %s beside %j is named with the one that rules', (period, most, others, expected) => {
  const figures = limitPeriods.map((one) => ({
    period: one,
    most: amountOrNull((others as Record<string, number>)[one]),
  }))
  const found = overriddenLimit(figures, { period, most: BigInt(most) })
  expect(found && { ...found, most: Number(found.most) }).toEqual(expected)
})
