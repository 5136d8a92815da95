import type { BundledLocale } from '#i18n/locales.ts'

/** Days of a calendar as `YYYY-MM-DD`, months as `YYYY-MM`; no clock and no time zone. */

/** The weekday that a week begins with, 0 for Sunday. */
export const firstWeekday = { ko: 0, en: 0, jp: 0, vn: 1, cn: 1, th: 0 } as const satisfies Record<
  BundledLocale,
  number
>

const dayMs = 24 * 60 * 60 * 1_000

/** The weekday of a day, 0 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** The same day of a month that is `count` later; the last one of a shorter month. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The weeks that contain a month, each from its first weekday, with the days of the months beside it. */
export function weeksOf(month: string, first: number): string[][] {
  const begin = `${month}-01`
  const weeks: string[][] = []
  let day = addDays(begin, -((weekdayOf(begin) - first + 7) % 7))
  do {
    const start = day
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
    day = addDays(start, 7)
  } while (day.startsWith(month))
  return weeks
}

/** The day, or the nearest one within the bounds; '' is no bound. */
export function withinBounds(day: string, bounds: { min: string; max: string }): string {
  if (bounds.min !== '' && day < bounds.min) return bounds.min
  return bounds.max !== '' && day > bounds.max ? bounds.max : day
}
