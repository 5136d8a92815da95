import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { sql } from 'kysely'
import { endDue, type EndingDeps } from './ending.ts'
import { readSeatRounds, type SeatRoundRow } from './store.ts'

/** Ends rounds whose decision did not come in time, in one process at a time, by the clock of the database. */

const usualEveryMs = 1_000
const leaseMs = 5_000
/** So many rounds are read at once. */
const mostOfReading = 100
/** So many rounds are ended at the same time, so that connections remain for calls. */
const mostTogether = 4

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

/** Ends what is due, until nothing is left that can be ended; one that cannot is logged and left, and the others go on. */
export async function endAllDue(deps: EndingDeps, signal?: AbortSignal): Promise<void> {
  let hasEnded = true
  while (hasEnded) {
    hasEnded = false
    const due = await readSeatRounds(deps.db, isDue, { take: mostOfReading })
    for (let from = 0; from < due.length; from += mostTogether) {
      if (signal?.aborted === true) return
      const ended = await Promise.all(due.slice(from, from + mostTogether).map((round) => endOne(deps, round)))
      hasEnded ||= ended.includes(true)
    }
  }
}

/** Whether the round has ended. */
async function endOne(deps: EndingDeps, round: SeatRoundRow): Promise<boolean> {
  try {
    return (await endDue(deps, round)).state !== 'open'
  } catch (error) {
    deps.log.error({ err: error, round: round.id }, 'a round with decisions cannot be ended; it is tried again')
    return false
  }
}
