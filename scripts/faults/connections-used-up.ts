import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { callUntilAnswered, spinOf, startCallers, usualOperation, withoutPins } from './callers.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, type FaultProgram } from './program.ts'
import { scaledMs } from '#test/machine.ts'

const sizes = {
  full: { rounds: 20, heldMs: 2_000, players: 16, restMs: 0 },
  short: { rounds: 2, heldMs: 400, players: 8, restMs: 20 },
} as const

const connections = 30
const slowestRecoveryMs = 10_000

/** Other clients take every connection of the database, while the server has none. */
export const connectionsUsedUp: FaultProgram = {
  description:
    'Other clients take every connection: the server answers 503, leaves no call half done, and recovers soon afterwards.',
  async run({ size, seed, log, on }) {
    const { rounds, heldMs, players, restMs } = sizes[size]
    const app = await openFaultApp({
      players,
      on,
      env: { LOG_LEVEL: 'fatal' },
      settings: { max_connections: String(connections) },
    })
    // A test's database shares its cluster with others: there only this database's connections are limited.
    const name = new URL(app.urls.appUrl).pathname.slice(1)
    if (on !== undefined) await app.ownerPool.query(`ALTER DATABASE "${name}" CONNECTION LIMIT ${connections}`)
    const meddler = await app.pool.connect()
    try {
      await app.start()
      const callers = startCallers(app, {
        seed,
        restMs,
        answerWithinMs: size === 'short' ? 30_000 : 10_000,
        next: size === 'short' ? withoutPins(usualOperation) : usualOperation,
      })
      const faults: string[] = []
      const back: number[] = []
      for (let round = 1; round <= rounds; round += 1) {
        await sleep(300)
        const others = await takeAll(app, meddler)
        const before = callers.attempts.busy
        // Takes connections that others release meanwhile, such as the oracle's pool, before the server can.
        const from = performance.now()
        const isRefused = (): boolean => callers.attempts.busy > before || performance.now() - from > scaledMs(30_000)
        while (performance.now() - from < heldMs || !isRefused()) {
          others.push(...(await takeAll(app, meddler)))
        }
        faults.push(...(await checkResponses(app)))
        if (callers.attempts.busy === before) faults.push(`round ${round}: no caller was refused as busy`)
        await Promise.all(others.map((one) => one.end()))
        const freed = performance.now()
        const [player] = app.players
        if (player !== undefined) await callUntilAnswered(app.port, spinOf(player, randomUUID()))
        back.push(performance.now() - freed)
        if (round % 5 === 0)
          log(`${round} times, ${callers.done.length} answers, ${callers.attempts.busy} refused as busy`)
      }
      await callers.stop()
      const slowest = Math.max(...back)
      if (slowest > scaledMs(slowestRecoveryMs)) faults.push(`it took ${Math.round(slowest)} ms to recover`)
      if (callers.attempts.hung > 0)
        faults.push(`${callers.attempts.hung} calls were not answered in time: ${callers.attempts.broken.join('; ')}`)
      faults.push(...(await checkOracle(app, callers.done)), ...(await checkReplays(app, callers.done, 25)))
      return {
        figures: {
          rounds,
          acknowledged: callers.done.filter((one) => one.answer.status === 'success').length,
          rejectedForNow: callers.attempts.busy,
          slowestReturnMs: Math.round(slowest),
        },
        faults,
      }
    } finally {
      meddler.release()
      await app.close()
    }
  },
}

/** Takes all free connections and terminates the server's, until the server has none and no new one can be opened. */
async function takeAll(app: FaultApp, meddler: pg.PoolClient): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  let without = 0
  for (let attempts = 0; attempts < 500; attempts += 1) {
    const { rowCount } = await meddler.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'baize%'`,
    )
    let isFull = false
    while (!isFull) {
      const client = new pg.Client({ connectionString: app.urls.appUrl, application_name: 'others' })
      client.on('error', () => {})
      isFull = await client.connect().then(
        () => {
          taken.push(client)
          return false
        },
        () => true,
      )
    }
    // A connection that is being opened has no name yet, so one check is not enough.
    without = rowCount === 0 ? without + 1 : 0
    if (without === 8) return taken
    await sleep(25)
  }
  throw new Error('the server kept a connection')
}

/** Checks the responses to a call and to the health probes meanwhile. */
async function checkResponses(app: FaultApp): Promise<string[]> {
  const faults: string[] = []
  const at = `http://127.0.0.1:${app.port}`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.players[0]?.token}` }
  const call = await fetch(`${at}/api/routes/get-member`, { method: 'POST', headers, body: '{}' })
  const retryAfter = Number(call.headers.get('retry-after'))
  if (call.status !== 503 || !(retryAfter >= 1)) {
    faults.push(`a call was answered ${call.status}, Retry-After ${call.headers.get('retry-after')}`)
  }
  const ready = await fetch(`${at}/readyz`)
  if (ready.status !== 503) faults.push(`/readyz answered ${ready.status}`)
  const alive = await fetch(`${at}/healthz`)
  if (alive.status !== 200) faults.push(`/healthz answered ${alive.status}`)
  return faults
}
