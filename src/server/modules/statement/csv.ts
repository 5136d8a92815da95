import type { StatementEntry } from '#contract/statement.ts'
import { clockText, wallClock } from '#domain/brand-time.ts'
import { byteOrderMark, csvLine } from '#domain/csv.ts'
import type { SiteLanguage } from '#domain/site-language.ts'
import type { Database } from '#server/db/pool.ts'
import type { Brand } from '#server/http/brands.ts'
import { readStatementEntries, type StatementRange, type StatementTotals } from './store.ts'
import type { StatementMessages } from './messages.ts'

/** The inputs of a statement file. */
export type StatementJob = {
  db: Database
  brand: Brand
  range: StatementRange
  totals: StatementTotals
  period: { from: string; to: string }
  language: SiteLanguage
  messages: StatementMessages
}

const entriesAtOnce = 1_000

/** A period's entries, oldest first, in pages of the size used on the wire. */
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

/** The statement as CSV: every amount with its decimals, every moment in the brand's time zone. */
export async function* statementCsv(job: StatementJob): AsyncGenerator<string> {
  const { messages, brand } = job
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
    'reason',
  ] as const
  yield byteOrderMark + csvLine(heads.map((head) => messages[head]))
  for await (const entries of statementEntries(job)) {
    yield entries
      .map((entry) =>
        csvLine([
          momentText(entry.date, brand.timeZone),
          messages.kinds[entry.kind],
          entry.gameName ?? '',
          entry.in,
          entry.out,
          entry.balance,
          entry.held,
          entry.inPlay,
          entry.point,
          entry.rolling,
          entry.roundId ?? entry.requestId ?? '',
          entry.reason ?? '',
        ]),
      )
      .join('')
  }
}

/** `2026-11-20 21:05:09` in the local time of a zone. */
export function momentText(moment: string, timeZone: string): string {
  const { day, minutes, seconds } = wallClock(new Date(moment), timeZone)
  return `${day} ${clockText(minutes)}:${String(seconds).padStart(2, '0')}`
}
