import { Worker } from 'node:worker_threads'
import { wallClock, clockText } from '#domain/brand-time.ts'
import { amountToWire } from '#domain/money.ts'
import { documentLanguage, intlLocale } from '#i18n/locales.ts'
import { momentText, statementEntries, type StatementJob } from './csv.ts'
import type { SheetLine, StatementSheet } from './pdf-layout.ts'

/** Statements on paper. They are printed one after the other in a thread apart, a few waiting in line. */

/** The line is full. The doors answer 503 with `Retry-After`. */
export class PressBusy extends Error {
  override name = 'PressBusy'
  readonly statusCode = 503
  readonly retryAfterSeconds = 5
}

const mostWaiting = 4
const longestMs = 30_000
const restMs = 30_000
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** The bytes of a statement's PDF. Throws `PressBusy`. */
export async function statementPdf(job: StatementJob, member: { userId: string; nick: string }): Promise<Uint8Array> {
  if (waiting >= mostWaiting) throw new PressBusy()
  waiting += 1
  const mine = last.then(async () => printApart(await sheetOf(job, member)))
  last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting -= 1
  }
}

/** The thread that prints; it ends when nobody has wanted a paper for a while, and with it goes its memory. */
let press: Worker | null = null
let resting: NodeJS.Timeout | undefined

function printApart(sheet: StatementSheet): Promise<Uint8Array> {
  clearTimeout(resting)
  const worker = press ?? new Worker(new URL('./pdf-thread.ts', import.meta.url))
  press = worker
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => end(new Error('a statement was not printed in time')), longestMs)
    const ended = (): void => end(new Error('the press stopped'))
    const end = (result: Uint8Array | Error): void => {
      clearTimeout(timer)
      worker.off('message', end).off('error', end).off('exit', ended)
      if (result instanceof Error) {
        press = null
        void worker.terminate()
        return reject(result)
      }
      // While it prints it keeps the program running, at rest it does not.
      worker.unref()
      resting = setTimeout(endPress, restMs).unref()
      return resolve(result)
    }
    worker.on('message', end).on('error', end).on('exit', ended)
    worker.ref()
    worker.postMessage(sheet)
  })
}

function endPress(): void {
  void press?.terminate()
  press = null
}

async function sheetOf(job: StatementJob, member: { userId: string; nick: string }): Promise<StatementSheet> {
  const { brand, words, totals, period, language } = job
  // A decimal string is formatted digit for digit: no float comes near it.
  const format = new Intl.NumberFormat(intlLocale[language], { maximumFractionDigits: 4 })
  const figure = (amount: string): string => format.format(amount as `${number}`)
  const money = (amount: bigint): string => figure(amountToWire(amount))
  const lines: SheetLine[] = []
  for await (const entries of statementEntries(job)) {
    for (const entry of entries) {
      lines.push({
        date: momentText(entry.date, brand.timeZone),
        what: entry.gameName === null ? words.kinds[entry.kind] : `${words.kinds[entry.kind]} · ${entry.gameName}`,
        in: entry.in === '0' ? '' : figure(entry.in),
        out: entry.out === '0' ? '' : figure(entry.out),
        balance: figure(entry.balance),
      })
    }
  }
  const now = wallClock(new Date(), brand.timeZone)
  return {
    language,
    languageTag: documentLanguage[language],
    title: words.title,
    brand: brand.name,
    about: [
      [words.period, `${period.from} – ${period.to}`],
      [words.member, `${member.userId} (${member.nick})`],
      [words.made, `${now.day} ${clockText(now.minutes)} (${words.zone} ${brand.timeZone})`],
    ],
    sums: [
      [words.opening, money(totals.opening.cash)],
      [words.in, money(totals.in)],
      [words.out, money(totals.out)],
      [words.closing, money(totals.closing.cash)],
      [words.held, money(totals.closing.held)],
      [words.inPlay, money(totals.closing.inPlay)],
      [words.comp, money(totals.closing.comp)],
    ],
    heads: { date: words.date, what: words.what, in: words.in, out: words.out, balance: words.balance },
    lines,
    none: words.none,
  }
}
