import { openConnection, post } from './http-load.ts'
import { closedLoop, median, rate } from './measure.ts'
import { openBenchServer } from './server.ts'

const callers = 64
const members = 256
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)

/**
 * Health checks per second on one process, 64 connections, one query each; for comparison `/healthz`, without a query.
 */
export async function healthBench(): Promise<void> {
  const server = await openBenchServer({ players: members })
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(server.port)))
  try {
    const alive = `GET /healthz HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`
    let turn = 0
    const load = (request: () => string) =>
      closedLoop(callers, seconds, async (caller) => {
        const answer = await connections[caller]?.send(request())
        if (answer?.status !== 200) throw new Error(`answered ${answer?.status} ${answer?.body().slice(0, 200)}`)
      })
    const checks = []
    const limits = []
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      checks.push(
        await load(() => {
          turn += 1
          return post('/api/routes/user-health-check', server.port, server.players[turn % members]?.token ?? '', '{}')
        }),
      )
      limits.push(await load(() => alive))
    }
    const perSecond = median(checks.map((run) => run.perSecond))
    const limit = median(limits.map((run) => run.perSecond))
    console.log(
      `${callers} connections: ${rate(perSecond)}, p50 ${median(checks.map((run) => run.p50)).toFixed(1)} ms, ` +
        `p99 ${median(checks.map((run) => run.p99)).toFixed(1)} ms; /healthz without a query ${rate(limit)}: ratio ${(perSecond / limit).toFixed(2)}`,
    )
    console.log(`server ${await server.residentMb()} MB resident after it`)
  } finally {
    for (const connection of connections) connection.close()
    await server.close()
  }
}
