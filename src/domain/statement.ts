/** A member's statement: which periods it can cover, and the bounds of one file. */

/** A year and a day: a whole leap year, or from a date to the same date a year later. */
export const mostStatementDays = 366

/** The most entries in one file: CSV for programs, PDF for reading. */
export const mostFileEntries = { csv: 200_000, pdf: 3_000 } as const
export type StatementFormat = keyof typeof mostFileEntries

/** No journal is older; dates after `latest` have no zone data. */
const earliest = '2000-01-01'
const latest = '9998-12-31'

const dayMs = 24 * 60 * 60 * 1_000

/** Whether both days, `YYYY-MM-DD` and both included, make a period a statement can cover. */
export function isStatementPeriod(from: string, to: string): boolean {
  if (from < earliest || to > latest) return false
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1
  return days >= 1 && days <= mostStatementDays
}
