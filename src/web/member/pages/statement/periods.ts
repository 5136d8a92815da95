import { wallClock } from '#domain/brand-time.ts'
import type { Period } from './use-statement.ts'

/** Periods of a statement: days of the brand's time zone, counted back from today. */

export const presets = ['today', 'week', 'month'] as const
export type Preset = (typeof presets)[number]

const daysOf = { today: 1, week: 7, month: 30 } as const satisfies Record<Preset, number>
const dayMs = 24 * 60 * 60 * 1_000

export function periodOf(preset: Preset, now: Date, timeZone: string): Period {
  const to = wallClock(now, timeZone).day
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - (daysOf[preset] - 1) * dayMs)
  return { from: from.toISOString().slice(0, 10), to }
}

/** The last twelve months, this one first: `2026-11`. */
export function lastMonths(now: Date, timeZone: string): string[] {
  const [year = 0, month = 1] = wallClock(now, timeZone).day.split('-').map(Number)
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** The period of a month such as `2026-02`. */
export function periodOfMonth(month: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}
