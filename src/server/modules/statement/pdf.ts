import { Worker } from 'node:worker_threads'
import type { StatementEntry } from '#contract/statement.ts'
import { wallClock, clockText } from '#domain/brand-time.ts'
import { amountToWire } from '#domain/money.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import { intlLocale } from '#i18n/locales.ts'
import { momentText, statementEntries, type StatementJob } from './csv.ts'
import type { SheetLine, StatementSheet } from './pdf-layout.ts'

/** PDF statements, rendered one after the other in a thread, with a short queue. */

/** The queue is full. APIs answer 503 with `Retry-After`. */
export class PdfBusy extends Error {
  override name = 'PdfBusy'
  readonly statusCode = 503
  readonly retryAfterSeconds = 5
}

const mostWaiting = 4
const longestMs = 30_000
const restMs = 30_000
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** The bytes of a statement's PDF. Throws `PdfBusy`. */
export async function statementPdf(job: StatementJob, member: { userId: string; nick: string }): Promise<Uint8Array> {
  if (waiting >= mostWaiting) throw new PdfBusy()
  waiting += 1
  const mine = last.then(async () => renderInThread(await sheetOf(job, member)))
  last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting -= 1
  }
}

/** The PDF thread; it ends after some idle time, which frees its memory. */
let thread: Worker | null = null
let idleTimer: NodeJS.Timeout | undefined

function renderInThread(sheet: StatementSheet): Promise<Uint8Array> {
  clearTimeout(idleTimer)
  const worker = thread ?? new Worker(new URL('./pdf-thread.ts', import.meta.url))
  thread = worker
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => end(new Error('the PDF of a statement timed out')), longestMs)
    const ended = (): void => end(new Error('the PDF thread stopped'))
    const end = (result: Uint8Array | Error): void => {
      clearTimeout(timer)
      worker.off('message', end).off('error', end).off('exit', ended)
      if (result instanceof Error) {
        thread = null
        void worker.terminate()
        return reject(result)
      }
      // It keeps the program running while it renders, and not while it is idle.
      worker.unref()
      idleTimer = setTimeout(endThread, restMs).unref()
      return resolve(result)
    }
    worker.on('message', end).on('error', end).on('exit', ended)
    worker.ref()
    worker.postMessage(sheet)
  })
}

function endThread(): void {
  void thread?.terminate()
  thread = null
}

async function sheetOf(job: StatementJob, member: { userId: string; nick: string }): Promise<StatementSheet> {
  const { brand, messages, totals, period, language } = job
  // A decimal string is formatted digit for digit, without a float.
  const format = new Intl.NumberFormat(intlLocale[language], { maximumFractionDigits: 4 })
  const figure = (amount: string): string => format.format(amount as `${number}`)
  const money = (amount: bigint): string => figure(amountToWire(amount))
  /** Why operators corrected the balance, and by how many points where they corrected those. */
  const noteOf = ({ kind, point, reason }: StatementEntry): string => {
    if (kind !== 'adjustment') return ''
    return [point === '0' ? '' : `${messages.point} ${figure(point)}`, reason ?? '']
      .filter((part) => part !== '')
      .join(' · ')
  }
  const lines: SheetLine[] = []
  for await (const entries of statementEntries(job)) {
    for (const entry of entries) {
      lines.push({
        date: momentText(entry.date, brand.timeZone),
        what:
          entry.gameName === null ? messages.kinds[entry.kind] : `${messages.kinds[entry.kind]} · ${entry.gameName}`,
        in: entry.in === '0' ? '' : figure(entry.in),
        out: entry.out === '0' ? '' : figure(entry.out),
        balance: figure(entry.balance),
        note: noteOf(entry),
      })
    }
  }
  const now = wallClock(new Date(), brand.timeZone)
  return {
    language,
    languageTag: documentLanguage[language],
    title: messages.title,
    brand: brand.name,
    about: [
      [messages.period, `${period.from} – ${period.to}`],
      [messages.member, `${member.userId} (${member.nick})`],
      [messages.made, `${now.day} ${clockText(now.minutes)} (${messages.zone} ${brand.timeZone})`],
    ],
    sums: [
      [messages.opening, money(totals.opening.cash)],
      [messages.in, money(totals.in)],
      [messages.out, money(totals.out)],
      [messages.closing, money(totals.closing.cash)],
      [messages.held, money(totals.closing.held)],
      [messages.inPlay, money(totals.closing.inPlay)],
      [messages.comp, money(totals.closing.comp)],
    ],
    heads: {
      date: messages.date,
      what: messages.what,
      in: messages.in,
      out: messages.out,
      balance: messages.balance,
      note: '',
    },
    lines,
    none: messages.none,
  }
}
