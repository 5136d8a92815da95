/**
 * A time to the microsecond: its text, as a comparable number, and in the syntax of PostgreSQL's settings (without
 * `Z`).
 */
export type Moment = { text: string; micros: bigint; server: string }

/** A moment such as 2026-11-21T00:00:00Z or 2026-11-21T09:00:00.123456+09:00; null for any other text. */
export function parseMoment(text: string): Moment | null {
  const [, whole, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  if (whole === undefined || zone === undefined || !isDate(whole)) return null
  const seconds = Date.parse(`${whole}${zone}`)
  if (Number.isNaN(seconds)) return null
  const server = text.replace('T', ' ').replace(/Z$/, '+00')
  return { text, server, micros: BigInt(seconds) * 1000n + BigInt(fraction.padEnd(6, '0')) }
}

/** Whether the calendar has this day and the day this time: `Date.parse` takes 30 February for 2 March. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A time as PostgreSQL writes it into its log and its histories in UTC, such as `2026-11-21 00:00:00.5+00`. */
export function parseServerTime(text: string): Moment | null {
  return parseMoment(text.replace(' ', 'T').replace(/\+00$/, 'Z'))
}
