import type { MemberAnswers, MemberBodies } from '#contract/member-api.ts'
import { call } from '#web/shared/api.ts'

/** A series as the links of a table's window name it. */
export type NamedSeries = MemberBodies['get-series']
export type PublishedSeries = Extract<MemberAnswers['get-series'], { status: 'success' }>

/** The series that the parameters of an address name, or null where they name none. */
export function namedSeries(table: string, firstLink: string, chainEnd: string): NamedSeries | null {
  if (!/^[a-z0-9-]{1,60}$/.test(table) || !/^[1-9]\d{0,5}$/.test(firstLink)) return null
  const series = { table, firstLink: Number(firstLink) }
  return /^[0-9a-f]{64}$/.test(chainEnd) ? { ...series, chainEnd } : series
}

/** Reads a series with everything that proves it. */
export function readSeries(series: NamedSeries) {
  return call('get-series', series)
}

/** Whether its list of salts is published; before, there is nothing to verify. */
export function areSaltsListed({ series: { phase } }: PublishedSeries): boolean {
  return phase === 'running' || phase === 'ended'
}
