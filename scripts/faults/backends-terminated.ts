import { seededRandom } from '#test/random.ts'
import { startCallers, usualOperation, withoutPins } from './callers.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, type FaultProgram } from './program.ts'

const sizes = {
  full: { terminations: 1_000, atWork: 400, players: 32, restMs: 0 },
  short: { terminations: 15, atWork: 6, players: 16, restMs: 15 },
} as const

/** Statements are short, so it takes several polls to find one running. */
const maxPolls = 300

/** Calls `pg_terminate_backend` on random backends of the server, preferably in the middle of a statement. */
export const backendsTerminated: FaultProgram = {
  description: 'Backends of the server are terminated under load: it continues, and nothing is lost or done twice.',
  async run({ size, seed, log, on }) {
    const { terminations, atWork, players, restMs } = sizes[size]
    const draw = seededRandom(seed)
    const app = await openFaultApp({ players, on, env: { LOG_LEVEL: 'fatal' } })
    try {
      await app.start()
      const server = app.server().pid
      const callers = startCallers(app, {
        seed,
        restMs,
        answerWithinMs: size === 'short' ? 30_000 : 10_000,
        next: size === 'short' ? withoutPins(usualOperation) : usualOperation,
      })
      const ended: Record<State, number> = { active: 0, 'idle in transaction': 0, idle: 0 }
      const hitAtWork = (): number => ended.active + ended['idle in transaction']
      for (let done = 0; done < terminations || hitAtWork() < atWork;) {
        await sleep(20 + draw() * 120)
        // Every twentieth time all backends at once, as when a database restarts; else a busy one if one appears soon.
        const all = draw() < 0.05
        let rows: { state: State }[] = []
        for (let polls = all ? maxPolls : 0; rows.length === 0 && polls <= maxPolls; polls += 1) {
          rows = await terminate(app, polls < maxPolls, all ? 100 : 1)
        }
        for (const { state } of rows) ended[state] += 1
        done += rows.length
        if (done % 100 < rows.length) log(`${done} terminated, ${callers.done.length} answers`)
      }
      await sleep(200)
      await callers.stop()
      const faults = [...(await checkOracle(app, callers.done)), ...(await checkReplays(app, callers.done, 25))]
      faults.push(...(await checkOracle(app, callers.done)))
      if (callers.attempts.hung > 0)
        faults.push(`${callers.attempts.hung} calls were not answered in time: ${callers.attempts.broken.join('; ')}`)
      // The process that was started first, not a restarted one.
      if (app.server().ended() !== null) faults.push(`the server (process ${server}) ended: ${app.server().ended()}`)
      return {
        figures: {
          terminatedActive: ended.active,
          terminatedInTransaction: ended['idle in transaction'],
          terminatedIdle: ended.idle,
          acknowledged: callers.done.filter((one) => one.answer.status === 'success').length,
          rejectedForNow: callers.attempts.busy,
        },
        faults,
      }
    } finally {
      await app.close()
    }
  },
}

type State = 'active' | 'idle in transaction' | 'idle'

/** The application's role may end its own backends. */
async function terminate(app: FaultApp, atWork: boolean, most: number): Promise<{ state: State }[]> {
  const { rows } = await app.pool.query<{ state: State }>(
    `SELECT state, pg_terminate_backend(pid) FROM (
       SELECT pid, state FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'baize%'
          AND state IN ('active', 'idle in transaction', 'idle') AND (state <> 'idle' OR NOT $1)
        ORDER BY random() LIMIT $2) chosen`,
    [atWork, most],
  )
  return rows
}
