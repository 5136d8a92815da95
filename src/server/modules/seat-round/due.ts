import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { sql } from 'kysely'
import { endDue, type EndingDeps } from './ending.ts'
import { readSeatRounds } from './store.ts'

/** Ends rounds whose decision did not come in time, in one process at a time, by the clock of the database. */

const usualEveryMs = 1_000
const leaseMs = 5_000
/** So many rounds are ended in a run. */
const mostOfRun = 100

const isDue = sql<boolean>`q.state = 'open' AND (q.defaulted OR q.decide_by <= clock_timestamp())`

/** Starts the work. */
export function startSeatRoundEnds(deps: EndingDeps, { everyMs = usualEveryMs } = {}): RunningWork {
  return startLeasedWork(deps, {
    name: 'seat-rounds',
    everyMs,
    leaseMs,
    isDue: async () => {
      const { rows } = await sql<{
        due: boolean
      }>`SELECT EXISTS (SELECT FROM seat_round q WHERE ${isDue}) AS due`.execute(deps.db)
      return rows[0]?.due ?? false
    },
    // Two processes may end rounds at once, so nobody keeps a round open by holding the lease.
    overdueMs: 2 * leaseMs,
    run: (signal) => endAllDue(deps, signal),
    failureMessage: 'ending rounds whose decision is late failed; it is repeated',
  })
}

/** Ends what is due; one that cannot be ended is logged and left, and the others go on. */
export async function endAllDue(deps: EndingDeps, signal?: AbortSignal): Promise<void> {
  for (const round of await readSeatRounds(deps.db, isDue, { take: mostOfRun })) {
    if (signal?.aborted === true) return
    await endDue(deps, round).catch((error: unknown) => {
      deps.log.error({ err: error, round: round.id }, 'a round with decisions cannot be ended; it is tried again')
    })
  }
}
