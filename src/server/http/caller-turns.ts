import { LRUCache } from 'lru-cache'
import type { ReadToken } from '#server/auth/session-token.ts'
import { subscriberOf } from './address.ts'

/**
 * Bounds the calls of each caller, in memory and before anything else is taken for them: a place of the listener
 * (`admission.ts`) or a connection to the database. A few of a caller's calls work at the same time, some more wait here,
 * and the rest are refused. So calls that wait for a lock of their member hold few connections, and the calls of others
 * wait behind few of any one caller. Each process has its own bounds, because each has connections of its own.
 *
 * The caller is a member or an operator, with all sessions together, or an address. A token names its member before any
 * look-up, but anybody can alter a token to name another one: until it was verified here, its calls count for the address.
 */

/** What a request says of its session. */
export type ClaimedSession = { of: 'member' | 'operator'; token: ReadToken }

export type CallerTurns = {
  /**
   * Counts a call, without waiting; null when too many of its caller are in flight. `leave` must follow. `readAddress`
   * is called when the session is not known here.
   */
  enter: (claimed: ClaimedSession | null, readAddress: () => string) => CallerCall | null
  /** Seconds after which to retry, spread so that refused calls do not return together. */
  retryAfterSeconds: () => number
  waiting: () => number
}

export type CallerCall = {
  /** Whether the call may work without a turn, as a few of a caller may. */
  skipTurn: () => boolean
  /** Resolves when the call may work, to false when it waited for too long or too many wait. */
  begin: () => Promise<boolean>
  /** Waits for something that takes no connection, such as a provider's answer; other calls have the turn meanwhile. */
  outsideTurn: <Result>(wait: () => Promise<Result>) => Promise<Result>
  /** The session was found: further calls with its token count for its holder. */
  verified: () => void
  /** The session has ended or never was one. */
  notFound: () => void
  leave: () => void
}

export type CallerBounds = {
  /** How many calls of a caller work at the same time: fewer than the listener's calls have connections. */
  working: number
  /** How many work or wait. A page makes up to 7 calls when it loads, so five pages of a member make half as many. */
  inFlight: number
}

/** Many people may be behind one address; what they do signed in counts for themselves. */
export const callerBounds: Readonly<Record<ClaimedSession['of'] | 'address', CallerBounds>> = {
  member: { working: 2, inFlight: 64 },
  operator: { working: 2, inFlight: 64 },
  address: { working: 3, inFlight: 256 },
}

/** How many spins of a caller need no turn: as many as their member's queue takes (`src/server/modules/slot/spin.ts`). */
const mostWithoutTurn = 4
/** A caller whose own calls take longer is refused. */
export const longestTurnWaitMs = 5_000
/**
 * A caller with more calls waiting than this uses each turn for at most half of the time: on a machine with few processors even
 * two calls that always work would slow others down.
 */
const crowd = 32
const shortestRestMs = 5
const longestRestMs = 1_000
/** How many calls of all callers wait, at most; only calls that would have to wait are refused. */
const mostWaiting = 2_048
/** Sessions whose tokens were verified here. */
const mostKnown = 50_000
const spreadSeconds = 5

type Caller = CallerBounds & {
  taken: number
  withoutTurn: number
  atWork: number
  queue: ((mayWork: boolean) => void)[]
}

/**
 * Runs work in a turn of its caller, outside of the calls of an API; null, without running it, when too many of the
 * caller's are in flight.
 */
export async function inTurn<Result>(
  turns: CallerTurns,
  { claimed, address }: { claimed: ClaimedSession | null; address: string },
  work: () => Promise<Result>,
): Promise<Result | null> {
  const call = turns.enter(claimed, () => address)
  if (call === null) return null
  try {
    return (await call.begin()) ? await work() : null
  } finally {
    call.leave()
  }
}

/** The turns of each caller, in order of arrival. */
function createTurnQueues(): {
  begin: (caller: Caller) => Promise<boolean>
  /** Goes on at once, beside the calls that took the turn over. */
  resume: (caller: Caller) => void
  end: (caller: Caller, workedMs: number) => void
  waiting: () => number
} {
  let waiting = 0
  /** The next call of the caller takes the turn over, in a crowd of them after a rest as long as the work. */
  const end = (caller: Caller, workedMs: number): void => {
    if (caller.queue.length > crowd && workedMs > 0) {
      setTimeout(end, Math.min(Math.max(workedMs, shortestRestMs), longestRestMs), caller, 0)
      return
    }
    const next = caller.atWork > caller.working ? undefined : caller.queue.shift()
    if (next === undefined) caller.atWork -= 1
    else next(true)
  }
  return {
    begin: async (caller) => {
      if (caller.atWork < caller.working) {
        caller.atWork += 1
        return true
      }
      if (waiting >= mostWaiting) return false
      waiting += 1
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const leaveQueue = (mayWork: boolean): void => {
        clearTimeout(timer)
        waiting -= 1
        resolve(mayWork)
      }
      const timer = setTimeout(() => {
        caller.queue.splice(caller.queue.indexOf(leaveQueue), 1)
        leaveQueue(false)
      }, longestTurnWaitMs)
      caller.queue.push(leaveQueue)
      return promise
    },
    resume: (caller) => {
      caller.atWork += 1
    },
    end,
    waiting: () => waiting,
  }
}

/** Creates the bounds of one listener. */
export function createCallerTurns(bounds = callerBounds): CallerTurns {
  const callers = new Map<string, Caller>()
  const known = new LRUCache<string, true>({ max: mostKnown })
  const queues = createTurnQueues()
  let refused = 0
  return {
    enter: (claimed, readAddress) => {
      const hash = claimed === null ? null : claimed.token.hash.toString('base64')
      const isKnown = claimed !== null && hash !== null && known.has(hash)
      const key = isKnown ? `${claimed.of} ${claimed.token.holder}` : `address ${subscriberOf(readAddress())}`
      const caller = callers.get(key) ?? {
        ...bounds[isKnown ? claimed.of : 'address'],
        taken: 0,
        withoutTurn: 0,
        atWork: 0,
        queue: [],
      }
      if (caller.taken >= caller.inFlight) return null
      callers.set(key, caller)
      caller.taken += 1
      let begunMs: number | null = null
      let skipped = false
      return {
        skipTurn: () => {
          if (caller.withoutTurn >= mostWithoutTurn) return false
          caller.withoutTurn += 1
          skipped = true
          return true
        },
        begin: async () => {
          const mayWork = await queues.begin(caller)
          if (mayWork) begunMs = performance.now()
          return mayWork
        },
        outsideTurn: async (wait) => {
          if (begunMs === null) return wait()
          queues.end(caller, performance.now() - begunMs)
          try {
            return await wait()
          } finally {
            queues.resume(caller)
            begunMs = performance.now()
          }
        },
        verified: () => {
          if (hash !== null) known.set(hash, true)
        },
        notFound: () => {
          if (hash !== null) known.delete(hash)
        },
        leave: () => {
          if (begunMs !== null) queues.end(caller, performance.now() - begunMs)
          if (skipped) caller.withoutTurn -= 1
          caller.taken -= 1
          if (caller.taken === 0) callers.delete(key)
        },
      }
    },
    retryAfterSeconds: () => {
      refused += 1
      return 1 + (refused % spreadSeconds)
    },
    waiting: queues.waiting,
  }
}
