import type { StatementEntry } from '#contract/shapes.ts'
import { clockText, wallClock } from '#domain/brand-time.ts'
import { byteOrderMark, csvLine } from '#domain/csv.ts'
import type { SiteLanguage } from '#domain/notice.ts'
import type { Database } from '#server/db/pool.ts'
import type { Brand } from '#server/http/brands.ts'
import { readStatementEntries, type StatementRange, type StatementTotals } from './store.ts'
import type { StatementWords } from './messages.ts'

/** What it takes to print a statement. */
export type StatementJob = {
  db: Database
  brand: Brand
  range: StatementRange
  totals: StatementTotals
  period: { from: string; to: string }
  language: SiteLanguage
  words: StatementWords
}

const entriesAtOnce = 1_000

/** A period's entries, oldest first, as many at a time as go over the wire at once. */
export async function* statementEntries(job: StatementJob): AsyncGenerator<StatementEntry[]> {
  let after = job.range.first - 1n
  for (;;) {
    const page = { order: 'oldest', after, take: entriesAtOnce } as const
    const { entries, last } = await readStatementEntries(job.db, job.range, page, job.language)
    if (entries.length > 0) yield entries
    if (entries.length < entriesAtOnce) return
    after = last
  }
}

/** The statement as a table for programs: every amount with its decimals, every moment in the brand's time zone. */
export async function* statementCsv(job: StatementJob): AsyncGenerator<string> {
  const { words, brand } = job
  const heads = [
    'date',
    'what',
    'game',
    'in',
    'out',
    'balance',
    'held',
    'inPlay',
    'point',
    'comp',
    'reference',
  ] as const
  yield byteOrderMark + csvLine(heads.map((head) => words[head]))
  for await (const entries of statementEntries(job)) {
    yield entries
      .map((entry) =>
        csvLine([
          momentText(entry.date, brand.timeZone),
          words.kinds[entry.kind],
          entry.gameName ?? '',
          entry.in,
          entry.out,
          entry.balance,
          entry.held,
          entry.inPlay,
          entry.point,
          entry.rolling,
          entry.roundId ?? entry.requestId ?? '',
        ]),
      )
      .join('')
  }
}

/** `2026-11-20 21:05:09` on the clocks of a zone. */
export function momentText(moment: string, timeZone: string): string {
  const { day, minutes, seconds } = wallClock(new Date(moment), timeZone)
  return `${day} ${clockText(minutes)}:${String(seconds).padStart(2, '0')}`
}
