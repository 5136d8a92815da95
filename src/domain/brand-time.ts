/** Calendar days and hours in a brand's time zone. The current time is always an argument. */

const formats = new Map<string, Intl.DateTimeFormat>()

type WallClock = { day: string; minutes: number; seconds: number }

/** The local time of a zone: the day (`2026-01-31`), the minutes since midnight and the seconds of the minute. */
export function wallClock(at: Date, timeZone: string): WallClock {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '0'
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
    seconds: Number(part('second')),
  }
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The moment of a local day and minute in a zone; in a gap of summer time, the moment just after the gap; of two, the first. */
export function momentAt(day: string, minutes: number, timeZone: string): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs
  const shortBy = (at: number): number => {
    const shown = wallClock(new Date(at), timeZone)
    return asIfUtc - Date.parse(`${shown.day}T00:00:00Z`) - shown.minutes * minuteMs
  }
  let at = asIfUtc
  for (let round = 0; round < 3; round++) {
    const ms = shortBy(at)
    if (ms === 0) break
    at += ms
  }
  // In a gap the rounds alternate between its two sides.
  return new Date(at + Math.max(0, shortBy(at)))
}

/** The day after. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

/** From the first moment of `from` to the first moment after `to`, both days of the zone. */
export function daysBetween(from: string, to: string, timeZone: string): { from: Date; until: Date } {
  return { from: momentAt(from, 0, timeZone), until: momentAt(nextDay(to), 0, timeZone) }
}

/** A date that exists, as `YYYY-MM-DD`, from that or from eight digits; null for anything else. */
export function readDay(text: string): string | null {
  const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim()) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  const day = `${year}-${month}-${date}`
  const parsed = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? null : day
}

/** Age in whole years on a day. A birthday on 29 February counts on 1 March. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) >= birth.slice(5) ? years : years - 1
}

/** Hours of a day, in minutes since midnight; `closes` may lie after midnight, and equal values mean all day. */
export type Hours = { opens: number; closes: number }

/** null while open, else the moment of the next opening. */
export function opensAgain(at: Date, hours: Hours, timeZone: string): Date | null {
  if (hours.opens === hours.closes) return null
  const { day, minutes } = wallClock(at, timeZone)
  const overnight = hours.closes < hours.opens
  const open = overnight
    ? minutes >= hours.opens || minutes < hours.closes
    : minutes >= hours.opens && minutes < hours.closes
  if (open) return null
  return momentAt(minutes < hours.opens ? day : nextDay(day), hours.opens, timeZone)
}

/** Minutes since midnight as a clock shows them: 570 → `09:30`. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
