import { describe, expect, it } from 'vitest'
import { formatDate, formatMoment, formatNumber, formatPercent, integerPart, integerPartOfSum } from './format.ts'

describe('figures (spec §5, §9)', () => {
  it('show the integer part with the locale’s separators', () => {
    expect(formatNumber('1284500.9999', 'ko')).toBe('1,284,500')
    expect(formatNumber('1284500', 'vn')).toBe('1.284.500')
    expect(formatNumber('9007199254740993', 'en')).toBe('9,007,199,254,740,993')
    expect(formatNumber('-0.5', 'ko')).toBe('0')
  })

  it('count what is not a number as 0', () => {
    for (const value of ['', 'abc', '1,000', '1e5', '0x10', '--1', null, undefined, {}, Number.NaN, Infinity]) {
      expect(integerPart(value)).toBe(0n)
    }
    expect(integerPart(' 12.5 ')).toBe(12n)
    expect(integerPart(7)).toBe(7n)
  })

  it('add balance and money in play before the fraction is cut', () => {
    expect(integerPartOfSum('0.5', '0.5')).toBe(1n)
    expect(integerPartOfSum('1284500.25', '0.7499')).toBe(1284500n)
    expect(integerPartOfSum('1284500.25', '0.75')).toBe(1284501n)
    expect(integerPartOfSum('abc', '10')).toBe(10n)
  })

  it('show a percentage, and a dash for none', () => {
    expect(formatPercent('96.02', 'ko')).toBe('96.02%')
    expect(formatPercent(null, 'ko')).toBe('-')
    expect(formatPercent('many', 'ko')).toBe('-')
  })
})

describe('days (spec §5)', () => {
  it('are those of the brand’s time zone, padded with zeros', () => {
    expect(formatDate('2026-01-01T15:00:00Z', 'Asia/Seoul')).toBe('2026-01-02')
    expect(formatDate('2026-01-01T14:59:59Z', 'Asia/Seoul')).toBe('2026-01-01')
    expect(formatMoment('2026-03-04T15:05:00Z', 'Asia/Seoul')).toBe('2026-03-05 00:05')
  })

  it('are a dash when empty or no moment', () => {
    for (const moment of ['', null, undefined, 'yesterday']) expect(formatDate(moment, 'Asia/Seoul')).toBe('-')
  })
})
