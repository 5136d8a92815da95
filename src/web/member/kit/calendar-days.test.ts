import { expect, test } from 'vitest'
import { addDays, addMonths, weeksOf, withinBounds } from './calendar-days.ts'

test.each([
  ['2026-11-01', 1, '2026-11-02'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-03-01', -1, '2024-02-29'],
  // A day without a midnight in some zones.
  ['2026-03-29', 7, '2026-04-05'],
])('%s and %i days is %s', (day, count, result) => {
  expect(addDays(day, count)).toBe(result)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s and %i months is %s', (day, count, result) => {
  expect(addMonths(day, count)).toBe(result)
})

test('the weeks of a month begin with the first weekday and contain each of its days once', () => {
  const november = weeksOf('2026-11', 0)
  expect(november.map((week) => week[0])).toEqual([
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
    '2026-11-22',
    '2026-11-29',
  ])
  expect(weeksOf('2026-11', 1)[0]?.[0]).toBe('2026-10-26')
  for (const month of ['2026-02', '2024-02', '2026-08', '2027-01'])
    for (const first of [0, 1]) {
      const days = weeksOf(month, first).flat()
      expect(new Set(days).size).toBe(days.length)
      const own = days.filter((day) => day.startsWith(month))
      expect([own[0], own.at(-1)]).toEqual([`${month}-01`, addDays(addMonths(`${month}-01`, 1), -1)])
    }
})

test('a day outside the bounds becomes the nearest one inside', () => {
  const bounds = { min: '2026-11-05', max: '2026-11-20' }
  expect(withinBounds('2026-11-01', bounds)).toBe('2026-11-05')
  expect(withinBounds('2026-11-30', bounds)).toBe('2026-11-20')
  expect(withinBounds('2026-11-10', bounds)).toBe('2026-11-10')
  expect(withinBounds('1999-01-01', { min: '', max: '' })).toBe('1999-01-01')
})
