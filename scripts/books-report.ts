import { amountToWire, type Amount } from '#domain/money.ts'
import type { BooksReport } from '#server/ledger/books.ts'
import type { BooksFoiled } from '#server/ledger/foiled.ts'

/** The text of `npm run books`: first whether the books are clean and what to do, then the faults, then the details. */

export type BooksOutcome = {
  report: BooksReport
  /** Each check with what it expects, in the order of the run. */
  checks: readonly { readonly name: string; readonly description: string }[]
  isMoneyOutStopped: boolean
  /** Why the run could not be recorded, so that it neither stopped money-out nor lifted the stop; null where it was. */
  unrecorded: string | null
  money: { members: Amount; held: Amount; comp: Amount }
}

export type BooksText = { summary: string[]; faults: string[]; details: string[] }

export function booksText(outcome: BooksOutcome): BooksText {
  const { report, money } = outcome
  return {
    summary: summaryOf(outcome),
    faults: [
      ...report.faults.map(({ check, subject, detail }) => `FAULT ${check}: ${subject}: ${detail}`),
      ...report.notRun.map(({ check, reason }) => `NOT CHECKED ${check}: ${reason}`),
    ],
    details: [
      `Members own ${amountToWire(money.members)}, ${amountToWire(money.held)} is held for withdrawals, ${amountToWire(money.comp)} is comp.`,
      ...endsOf(report),
      ...report.clockSpans.map(
        ({ from, until }) =>
          `The clock of the database was set back: the order of times from ${from} to ${until} was not judged.`,
      ),
      ...unverifiedLines(report),
      'Checks:',
      ...checksOf(outcome),
    ],
  }
}

/** The lines for records of a clock that was set back which nothing verified, because the run had no keys. */
export function unverifiedLines({ unverifiedSpans }: Pick<BooksReport, 'unverifiedSpans'>): string[] {
  return unverifiedSpans.map(
    ({ from, until }) =>
      `NOT VERIFIED without APP_SECRET: that the clock of the database was set back. Times from ${from} to ${until} were judged as if it was not.`,
  )
}

/** The lines for books that could not be read because of what is in the database. */
export function foiledText({ cause, faults }: BooksFoiled): string[] {
  return [
    `The books could NOT be checked: ${cause instanceof Error ? cause.message : String(cause)}.`,
    'Something in the database is not as the program installed it, and may be why. What to do: transfer no withdrawal, keep this text, and read "What the alarms mean" in docs/operations.md.',
    ...faults.map(({ check, subject, detail }) => `FAULT ${check}: ${subject}: ${detail}`),
  ]
}

function summaryOf({ report, isMoneyOutStopped, unrecorded }: BooksOutcome): string[] {
  const { faults, notRun } = report
  const events = `${report.journalRows} events, ${(report.tookMs / 1000).toFixed(1)} s`
  const ran = `${report.checks - notRun.length} of ${report.checks} checks`
  const lines =
    faults.length === 0
      ? [`The books are clean: ${ran}, ${events}.`, ...(notRun.length === 0 ? ['Nothing is to be done.'] : [])]
      : [
          `The books are WRONG: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}, ${ran}, ${events}.`,
          `${isMoneyOutStopped ? 'Money-out is stopped. ' : ''}What to do: transfer no withdrawal, keep this text, and read "What the alarms mean" in docs/operations.md.`,
          `Faults by check: ${countsOf(faults)}.`,
        ]
  if (notRun.length > 0) lines.push(`Not checked: ${notRun.map(({ check }) => check).join(', ')}; the reasons follow.`)
  if (unrecorded !== null) lines.push(`This run is not recorded, so it stops no payments: ${unrecorded}.`)
  return lines
}

function countsOf(faults: BooksReport['faults']): string {
  const counts = new Map<string, number>()
  for (const { check } of faults) counts.set(check, (counts.get(check) ?? 0) + 1)
  return [...counts].map(([check, count]) => `${check} ${count}`).join(', ')
}

function endsOf({ auditEnd, journalEnd }: BooksReport): string[] {
  return [
    ...(auditEnd.seq > 0n ? [`The audit is chained up to ${auditEnd.seq}: ${auditEnd.hash.toString('hex')}`] : []),
    ...(journalEnd === null
      ? []
      : [`The journal is sealed up to head ${journalEnd.id}: ${journalEnd.hash.toString('hex')}`]),
  ]
}

function checksOf({ report, checks }: BooksOutcome): string[] {
  const descriptions = new Map(checks.map(({ name, description }) => [name, description]))
  const notRun = new Set(report.notRun.map(({ check }) => check))
  const width = Math.max(0, ...report.each.map(({ name }) => name.length))
  return report.each.map(
    ({ name, faults, ms }) =>
      `  ${notRun.has(name) ? '–' : faults > 0 ? '✗' : '✓'} ${name.padEnd(width)} ${String(ms).padStart(6)} ms  ${descriptions.get(name) ?? ''}`,
  )
}
