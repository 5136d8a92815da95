import { describe, expect, test } from 'vitest'
import { ageLevel, formatAge, formatAmount, formatChange } from './figures.ts'

describe('money formats of the office', () => {
  test('keeps every digit and every decimal', () => {
    expect(formatAmount('9007199254740993.1234', 'ko-KR')).toBe('9,007,199,254,740,993.1234')
    expect(formatAmount('1284500.25', 'en-US')).toBe('1,284,500.25')
    expect(formatAmount('0', 'en-US')).toBe('0')
  })

  test('returns invalid amounts unchanged', () => {
    expect(formatAmount('', 'ko-KR')).toBe('')
    expect(formatAmount('1e9', 'ko-KR')).toBe('1e9')
  })

  test('shows the sign of a change, and none for 0', () => {
    expect(formatChange('1000', 'en-US')).toBe('+1,000')
    expect(formatChange('-0.5', 'en-US')).toBe('-0.5')
    expect(formatChange('0', 'en-US')).toBe('0')
  })
})

describe('ages', () => {
  test.each([
    [-500, '0:00'],
    [42_000, '0:42'],
    [185_999, '3:05'],
    [3_600_000, '1:00:00'],
    [94_325_000, '26:12:05'],
  ])('%i ms is %s', (ms, text) => expect(formatAge(ms)).toBe(text))

  test.each([
    [59_999, 'fresh'],
    [60_000, 'one'],
    [179_999, 'one'],
    [180_000, 'three'],
    [300_000, 'five'],
  ])('%i ms is %s', (ms, level) => expect(ageLevel(ms)).toBe(level))
})
