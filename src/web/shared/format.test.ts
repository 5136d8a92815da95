import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatMoment,
  formatNumber,
  formatPercent,
  formatReturn,
  integerPart,
  integerPartOfSum,
} from './format.ts'

describe('number formats (spec §5, §9)', () => {
  it('shows the integer part with the separators of the locale', () => {
    expect(formatNumber('1284500.9999', 'ko')).toBe('1,284,500')
    expect(formatNumber('1284500', 'vn')).toBe('1.284.500')
    expect(formatNumber('9007199254740993', 'en')).toBe('9,007,199,254,740,993')
    expect(formatNumber('-0.5', 'ko')).toBe('0')
  })

  it('treats values that are not numbers as 0', () => {
    for (const value of ['', 'abc', '1,000', '1e5', '0x10', '--1', null, undefined, {}, Number.NaN, Infinity]) {
      expect(integerPart(value)).toBe(0n)
    }
    expect(integerPart(' 12.5 ')).toBe(12n)
    expect(integerPart(7)).toBe(7n)
  })

  it('adds balance and money in play before cutting the fraction', () => {
    expect(integerPartOfSum('0.5', '0.5')).toBe(1n)
    expect(integerPartOfSum('1284500.25', '0.7499')).toBe(1284500n)
    expect(integerPartOfSum('1284500.25', '0.75')).toBe(1284501n)
    expect(integerPartOfSum('abc', '10')).toBe(10n)
  })

  it('shows a percentage, and a dash when there is none', () => {
    expect(formatPercent('96.02', 'ko')).toBe('96.02%')
    expect(formatPercent(null, 'ko')).toBe('-')
    expect(formatPercent('many', 'ko')).toBe('-')
    // No more than what is proven.
    expect(formatReturn('96.2584', 'ko')).toBe('96.25%')
    expect(formatReturn('96.029', 'en')).toBe('96.02%')
    expect(formatReturn('95.7', 'ko')).toBe('95.7%')
    expect(formatReturn('96.02', 'ko')).toBe('96.02%')
    expect(formatReturn(null, 'ko')).toBe('-')
  })
})

describe('date formats (spec §5)', () => {
  it('shows dates in the time zone of the brand, zero-padded', () => {
    expect(formatDate('2026-01-01T15:00:00Z', 'Asia/Seoul')).toBe('2026-01-02')
    expect(formatDate('2026-01-01T14:59:59Z', 'Asia/Seoul')).toBe('2026-01-01')
    expect(formatMoment('2026-03-04T15:05:00Z', 'Asia/Seoul')).toBe('2026-03-05 00:05')
  })

  it('shows a dash for an empty or invalid date', () => {
    for (const moment of ['', null, undefined, 'yesterday']) expect(formatDate(moment, 'Asia/Seoul')).toBe('-')
  })
})
