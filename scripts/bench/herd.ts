import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { randomBytes } from 'node:crypto'
import { startChild } from './child.ts'
import type { HerdOrder, HerdReport } from './herd-caller.ts'
import type { OpenLoad } from './open-loop.ts'
import { openBenchServer, type BenchServer } from './server.ts'

const pages = Number(process.env['HERD_PAGES'] ?? 10_000)
const spreadMs = Number(process.env['HERD_SPREAD_MS'] ?? 5_000)
const players = 500
const roundsPerSecond = 200
const steadyWithinMs = 30_000

/**
 * Restarts the server under ten thousand open pages and five hundred players. All pages reconnect within 5 s, and in a
 * second run almost at once, where polls are shed first and bets last.
 */
export async function herdBench(): Promise<void> {
  const population = { tokenSeed: randomBytes(16).toString('hex'), members: pages, players }
  const server = await openBenchServer({ players: 1, population })
  const child = startChild<HerdOrder, HerdReport>(new URL('./herd-caller.ts', import.meta.url))
  const common = { port: server.port, tokenSeed: population.tokenSeed, pages, players, roundsPerSecond, seconds: 10 }
  let acknowledged = 0
  try {
    const atRest = await child.run({ ...common, run: 0, act: 'settle', spreadMs: 10_000 })
    acknowledged += printReport('at rest, pages opened over 10 s', atRest)
    for (const [index, within] of [spreadMs, Math.round(spreadMs / 25)].entries()) {
      const herd = child.run({ ...common, run: index + 1, act: 'herd', spreadMs: within })
      await server.stop()
      await server.start()
      const promisedMs = index === 0 ? steadyWithinMs : Infinity
      acknowledged += printReport(`restarted, pages back within ${within} ms`, await herd, promisedMs)
      console.log(`  shed: ${await shed(server.port)}; server ${await server.residentMb()} MB resident`)
    }
    await checkBooksAndCount(server, acknowledged)
  } finally {
    child.stop()
    await server.close()
  }
}

/** Prints a report; returns how many rounds were acknowledged. `promisedMs`: when the last page must be steady. */
function printReport(title: string, report: HerdReport, promisedMs = Infinity): number {
  const { polls, sockets, rounds, roundsAfter } = report
  const missed: string[] = []
  if (report.steady < pages) missed.push(`${report.steady} of ${pages} pages`)
  if (report.lastMs > promisedMs) missed.push(`steady after ${seconds(report.lastMs)}`)
  const wrong = [...Object.keys(rounds.outcomes), ...Object.keys(roundsAfter.outcomes)].filter(
    (word) => word !== 'success' && word !== 'again',
  )
  missed.push(...wrong)
  if (roundsAfter.outcomes['success'] === undefined) missed.push('no round was answered after the return')
  console.log(
    `${title}: down ${seconds(report.downMs)}; ${report.steady} pages steady after ${seconds(report.lastMs)} ` +
      `(99 of 100 after ${seconds(report.most99Ms)}); polls ${polls.sent} sent, ${polls.busy} busy; ` +
      `sockets ${sockets.opened} opened, ${sockets.busy} busy, ${sockets.broken} broken`,
  )
  console.log(`  rounds until the return: ${shown(rounds)}`)
  console.log(
    `  rounds from then on: ${shown(roundsAfter)}, ${report.roundsBusy} answered 503` +
      (missed.length === 0 ? '' : `  MISSED: ${missed.join(', ')}`),
  )
  if (missed.length > 0) process.exitCode = 1
  return [rounds, roundsAfter].reduce((sum, load) => sum + done(load), 0)
}

function done(load: OpenLoad): number {
  return (load.outcomes['success']?.count ?? 0) + (load.outcomes['again']?.count ?? 0)
}

function shown(load: OpenLoad): string {
  return Object.entries(load.outcomes)
    .map(([word, one]) => `${one.count} ${word} (p50 ${one.p50.toFixed(0)}, p99 ${one.p99.toFixed(0)} ms)`)
    .join(', ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

/** How many calls the server has shed since its start, by urgency. */
async function shed(port: number): Promise<string> {
  const text = await (await fetch(`http://localhost:${port}/metrics`)).text()
  const found = [...text.matchAll(/^baize_shed_total\{api="(\w+)",urgency="(\w+)"\} (\d+)/gm)]
  return found.map(([, api, urgency, count]) => `${count} ${api}/${urgency}`).join(', ') || 'none'
}

/** The oracle, and the callers' count compared with the books. */
async function checkBooksAndCount(server: BenchServer, acknowledged: number): Promise<void> {
  const pool = createPool(server.bench.database.appUrl, { max: 1, statementTimeoutMs: 0 })
  const books = await checkBooks(pool)
  const { rows } = await pool.query<{ rounds: bigint }>('SELECT count(*) AS rounds FROM round')
  await pool.end()
  const booked = Number(rows[0]?.rounds ?? 0n)
  console.log(
    `books: ${books.faults.length} faults in ${books.journalRows} events; ${acknowledged} rounds acknowledged, ${booked} booked`,
  )
  if (books.faults.length > 0 || acknowledged !== booked) process.exitCode = 1
}
