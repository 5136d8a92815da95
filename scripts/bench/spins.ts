import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { randomUUID } from 'node:crypto'
import { openConnection, post } from './http-load.ts'
import { closedLoop, median, rate } from './measure.ts'
import { openBenchServer, type BenchServer } from './server.ts'

const callers = 64
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)

/** Spins a second of Golden Tiger through HTTP on a bench brand (pace 0), one connection and one member a caller. */
export async function spinsBench(): Promise<void> {
  const server = await openBenchServer({ players: callers })
  try {
    const runs = []
    const limits = []
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      runs.push(await spinLoad(server))
      limits.push((await aliveLoad(server)).perSecond)
    }
    const perSecond = median(runs.map((run) => run.perSecond))
    const limit = median(limits)
    console.log(
      `${callers} callers: ${rate(perSecond)}, ${(perSecond / limit).toFixed(2)} of /healthz (${rate(limit)}, no query), p50 ${median(runs.map((run) => run.p50)).toFixed(1)} ms, ` +
        `p99 ${median(runs.map((run) => run.p99)).toFixed(1)} ms; server ${await server.residentMb()} MB resident after it`,
    )
    const pool = createPool(server.house.database.appUrl, { max: 1, statementTimeoutMs: 0 })
    const books = await checkBooks(pool)
    const size = await pool.query<{ bytes: bigint }>(
      `SELECT pg_total_relation_size('round') / greatest(1, (SELECT count(*) FROM round)) AS bytes`,
    )
    await pool.end()
    console.log(
      `a round takes ${size.rows[0]?.bytes} bytes; books: ${books.faults.length} faults in ${books.journalRows} events`,
    )
  } finally {
    await server.close()
  }
}

/** The same connections asking what needs no database: as fast as this program answers anything through its door. */
async function aliveLoad(server: BenchServer) {
  const connections = await Promise.all(server.players.map(() => openConnection(server.port)))
  const request = `GET /healthz HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`
  try {
    return await closedLoop(callers, seconds, async (caller) => {
      const answer = await connections[caller]?.ask(request)
      if (answer?.status !== 200) throw new Error(`/healthz answered ${answer?.status}`)
    })
  } finally {
    for (const connection of connections) connection.close()
  }
}

async function spinLoad(server: BenchServer) {
  const connections = await Promise.all(server.players.map(() => openConnection(server.port)))
  try {
    return await closedLoop(callers, seconds, async (caller) => {
      const player = server.players[caller]
      const connection = connections[caller]
      if (!player || !connection) throw new Error('a caller without a player')
      const body = `{"requestId":"${randomUUID()}","stake":"200"}`
      const headers = `X-Play-Session: ${player.playSessionId}\r\n`
      const answer = await connection.ask(post('/api/play/spin', server.port, player.token, body, headers))
      if (answer.status !== 200 || !answer.body().startsWith('{"status":"success"')) {
        throw new Error(`a spin answered ${answer.status} ${answer.body().slice(0, 200)}`)
      }
    })
  } finally {
    for (const connection of connections) connection.close()
  }
}
