import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { randomUUID } from 'node:crypto'
import { openConnection, post } from './http-load.ts'
import { closedLoop, median, rate } from './measure.ts'
import { openBenchServer, type BenchServer } from './server.ts'

const callers = 64
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)

type Spun = { perSecond: number; p50: number; p99: number }

/**
 * Spins per second of a machine over HTTP on a bench brand (pace 0), with one connection and one member per caller: by
 * one process, and by two on one database, each with half of the members.
 */
export async function spinsBench(): Promise<void> {
  const spun = new Map<number, Spun>()
  for (const processes of [1, 2]) spun.set(processes, await spinsOf(processes))
  const [one, two] = [spun.get(1), spun.get(2)]
  if (!one || !two) throw new Error('no spins were measured')
  const better = two.perSecond > one.perSecond ? 'two processes' : 'one process'
  const reached = Math.max(one.perSecond, two.perSecond) >= 3_000 && Math.min(one.p50, two.p50) <= 15
  console.log(
    `better with ${better}: two make ${(two.perSecond / one.perSecond).toFixed(2)} of one's spins; ` +
      `at least 3 000/s with p50 at most 15 ms: ${reached ? 'reached' : 'MISSED'}`,
  )
  if (!reached) process.exitCode = 1
}

async function spinsOf(processes: number): Promise<Spun> {
  const server = await openBenchServer({ players: callers, processes })
  try {
    const runs = []
    const limits = []
    let cpu = 0
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const before = await server.cpuSeconds()
      runs.push(await spinLoad(server))
      cpu += (await server.cpuSeconds()) - before
      limits.push((await aliveLoad(server)).perSecond)
    }
    const spun = {
      perSecond: median(runs.map((run) => run.perSecond)),
      p50: median(runs.map((run) => run.p50)),
      p99: median(runs.map((run) => run.p99)),
    }
    const limit = median(limits)
    console.log(
      `${processes === 1 ? 'one process' : `${processes} processes`}, ${callers} callers: ${rate(spun.perSecond)}, ` +
        `${(spun.perSecond / limit).toFixed(2)} of /healthz (${rate(limit)}, no query), p50 ${spun.p50.toFixed(1)} ms, ` +
        `p99 ${spun.p99.toFixed(1)} ms, ${(cpu / (seconds * repeats)).toFixed(2)} cores for the program; ${await server.residentMb()} MB resident after it`,
    )
    await expectCleanBooks(server)
    return spun
  } finally {
    await server.close()
  }
}

async function expectCleanBooks(server: BenchServer): Promise<void> {
  const pool = createPool(server.bench.database.appUrl, { max: 1, statementTimeoutMs: 0 })
  const books = await checkBooks(pool)
  const size = await pool.query<{ bytes: bigint; rounds: bigint; batches: bigint }>(
    `SELECT pg_total_relation_size('round') / greatest(1, (SELECT count(*) FROM round)) AS bytes,
            (SELECT count(*) FROM round) AS rounds, (SELECT count(DISTINCT at) FROM round) AS batches`,
  )
  await pool.end()
  const { bytes = 0n, rounds = 0n, batches = 1n } = size.rows[0] ?? {}
  console.log(
    `  ${(Number(rounds) / Number(batches)).toFixed(1)} spins a transaction; a round takes ${bytes} bytes; ` +
      `books: ${books.faults.length} faults in ${books.journalRows} events`,
  )
  if (books.faults.length > 0) process.exitCode = 1
}

/** One connection for each caller; the callers are distributed over the processes. */
function connectAll(server: BenchServer) {
  const { ports } = server
  return Promise.all(
    server.players.map(async (_, caller) => {
      const port = ports[caller % ports.length] ?? server.port
      return { port, ...(await openConnection(port)) }
    }),
  )
}

/** The same connections with a call that needs no database: the upper bound of the HTTP layer. */
async function aliveLoad(server: BenchServer) {
  const connections = await connectAll(server)
  const request = `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`
  try {
    return await closedLoop(callers, seconds, async (caller) => {
      const answer = await connections[caller]?.send(request)
      if (answer?.status !== 200) throw new Error(`/healthz answered ${answer?.status}`)
    })
  } finally {
    for (const connection of connections) connection.close()
  }
}

async function spinLoad(server: BenchServer) {
  const connections = await connectAll(server)
  try {
    return await closedLoop(callers, seconds, async (caller) => {
      const player = server.players[caller]
      const connection = connections[caller]
      if (!player || !connection) throw new Error('a caller without a player')
      const body = `{"requestId":"${randomUUID()}","stake":"200"}`
      const headers = `X-Play-Session: ${player.playSessionId}\r\n`
      const answer = await connection.send(post('/api/play/spin', connection.port, player.token, body, headers))
      if (answer.status !== 200 || !answer.body().startsWith('{"status":"success"')) {
        throw new Error(`a spin answered ${answer.status} ${answer.body().slice(0, 200)}`)
      }
    })
  } finally {
    for (const connection of connections) connection.close()
  }
}
