import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { randomBytes } from 'node:crypto'
import { startChild } from './child.ts'
import type { Population } from './population.ts'
import type { LoadOrder, LoadReport, Stream } from './load-caller.ts'
import { rate } from './measure.ts'
import type { OpenLoad } from './open-loop.ts'
import { openBenchServer, type BenchServer } from './server.ts'

const members = Number(process.env['LOAD_MEMBERS'] ?? 100_000)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20)
/** Loads without rounds run for at most a minute. */
const shortSeconds = Math.min(seconds, 60)
const players = 1_000
const pollEverySeconds = 30

const few: Stream = {
  kind: 'polls',
  perSecond: members / 10 / pollEverySeconds,
  members: members / 10,
  connections: 2_000,
}
const many: Stream = { ...few, perSecond: members / pollEverySeconds, members }
const rounds: Stream = { kind: 'rounds', perSecond: 520, members: players, connections: 1_000 }
const logins: Stream = { kind: 'logins', perSecond: 200, members, connections: 2_000 }

/**
 * Peak load: members who poll the health check every 30 s, first a tenth and then all; in addition rounds of a thousand
 * players for `BENCH_SECONDS` (600 for the documented figures); and then 200 sign-ins per second as well. Calls follow
 * a schedule in a separate program and are timed from when they were due.
 */
export async function loadBench(): Promise<void> {
  const population: Population = { tokenSeed: randomBytes(16).toString('hex'), members, players }
  const server = await openBenchServer({ players: 1, population })
  const child = startChild<LoadOrder, LoadReport>(new URL('./load-caller.ts', import.meta.url))
  const reports: LoadReport[] = []
  const run = async (length: number, streams: Stream[]): Promise<LoadReport> => {
    const { port } = server
    const report = await child.run({
      port,
      tokenSeed: population.tokenSeed,
      run: reports.length,
      seconds: length,
      streams,
    })
    reports.push(report)
    return report
  }
  try {
    await run(3, [few, { ...rounds, perSecond: players / 2 }])
    const alone = await run(shortSeconds, [few])
    printLoad(`${few.members} members poll`, alone.polls, { most: 150 })
    const all = await run(shortSeconds, [many])
    printLoad(`${many.members} members poll`, all.polls, { most: 500 })
    const playing = await run(seconds, [many, rounds])
    printLoad(`${many.members} members poll beside rounds, ${seconds} s`, playing.polls, { most: 500 })
    printLoad(`rounds of ${players} players beside the polls`, playing.rounds, { most: 250, least: 500, seconds })
    const stormed = await run(shortSeconds, [many, rounds, logins])
    printLoad('polls beside sign-ins', stormed.polls, { most: 500 })
    const before = playing.rounds?.outcomes['success']?.p99 ?? 0
    printLoad('rounds beside sign-ins', stormed.rounds, { most: 2 * before, least: 500, seconds: shortSeconds })
    printLoad(`sign-ins, ${logins.perSecond}/s`, stormed.logins, { refused: '429' })
    await checkBooksAndCount(server, reports)
    console.log(`server ${await server.residentMb()} MB resident after it`)
  } finally {
    child.stop()
    await server.close()
  }
}

/** `most`: the required p99 in ms; `least`: the required rate; `refused`: a refusal that is expected here. */
type Promised = { most?: number; least?: number; seconds?: number; refused?: string }

/** Prints one line per load; a missed promise fails the program. */
function printLoad(title: string, load: OpenLoad | undefined, promised: Promised): void {
  if (load === undefined) throw new Error(`${title}: nothing was sent`)
  const good = load.outcomes['success'] ?? { count: 0, p50: 0, p99: 0, most: 0 }
  const errors = Object.entries(load.outcomes).filter(([word]) => word !== 'success' && word !== promised.refused)
  const parts = [`${load.sent} sent`, `${good.count} answered`]
  const refused = load.outcomes[promised.refused ?? '']
  if (refused) {
    parts.push(`${refused.count} refused with ${promised.refused} after ${ms(refused.p50)}, p99 ${ms(refused.p99)}`)
  }
  parts.push(`p50 ${ms(good.p50)}, p99 ${ms(good.p99)}, longest ${ms(good.most)}`)
  parts.push(`${errors.reduce((sum, [, one]) => sum + one.count, 0)} errors`)
  const missed: string[] = errors.map(([word, one]) => `${one.count} x ${word}`)
  if (promised.most !== undefined) {
    parts.push(`p99 at most ${ms(promised.most)}`)
    if (good.p99 > promised.most) missed.push(`p99 ${ms(good.p99)}`)
  }
  if (promised.least !== undefined && promised.seconds !== undefined) {
    const reached = good.count / promised.seconds
    parts.push(`${rate(reached)} of at least ${rate(promised.least)}`)
    if (reached < promised.least) missed.push(rate(reached))
  }
  console.log(`${title}: ${parts.join(', ')}${missed.length === 0 ? '' : `  MISSED: ${missed.join(', ')}`}`)
  if (missed.length > 0) process.exitCode = 1
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}

/** The oracle, and the callers' count: exactly the acknowledged rounds are in the books. */
async function checkBooksAndCount(server: BenchServer, reports: readonly LoadReport[]): Promise<void> {
  const pool = createPool(server.bench.database.appUrl, { max: 1, statementTimeoutMs: 0 })
  const books = await checkBooks(pool)
  const { rows } = await pool.query<{ rounds: bigint }>('SELECT count(*) AS rounds FROM round')
  await pool.end()
  const acknowledged = reports.reduce((sum, report) => sum + (report.rounds?.outcomes['success']?.count ?? 0), 0)
  const booked = Number(rows[0]?.rounds ?? 0n)
  console.log(
    `books: ${books.faults.length} faults in ${books.journalRows} events; ${acknowledged} rounds acknowledged, ${booked} booked`,
  )
  if (books.faults.length > 0 || acknowledged !== booked) process.exitCode = 1
}
