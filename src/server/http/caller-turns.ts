import { createRecent } from '#server/recent.ts'
import type { ReadToken } from '#server/auth/session-token.ts'
import { networkOf, subscriberOf } from './address.ts'

/**
 * Bounds the calls of each caller, in memory and before anything else is taken for them: a place of the listener
 * (`admission.ts`) or a connection to the database. A few of a caller's calls work at the same time, some more wait here,
 * and the rest are refused. So calls that wait for a lock of their member hold few connections, and the calls of others
 * wait behind few of any one caller. Each process has its own bounds, because each has connections of its own.
 *
 * The caller is a member or an operator, with all sessions together, or an address; addresses of one network, which one line or
 * hoster may have hundreds of, have turns together besides. A token names its member before any
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
  /**
   * Counts a file that is sent to the caller, which may take much longer than the call: returns the function to call once it is sent or
   * aborted; null when the caller is being sent as many as one may.
   */
  enterFile: () => (() => void) | null
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
export const callerBounds: Readonly<Record<ClaimedSession['of'] | 'address' | 'network', CallerBounds>> = {
  member: { working: 2, inFlight: 64 },
  operator: { working: 2, inFlight: 64 },
  address: { working: 3, inFlight: 256 },
  // Turns only: strangers of a network must not be able to have its other addresses refused.
  network: { working: 4, inFlight: Infinity },
}

/** How many files a caller is sent at the same time: writing one takes the processor for as long as its history is. */
const mostFiles = 2
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
/** How many calls of all callers wait, at most; of more, those of the caller with the most are refused. */
const usualWaiting = 2_048
/** Sessions whose tokens were verified here. */
const mostKnown = 50_000
const spreadSeconds = 5

type Caller = CallerBounds & {
  taken: number
  withoutTurn: number
  atWork: number
  queue: ((mayWork: boolean) => void)[]
}

/** The caller, and for an address its network, from the narrow one to the wide one. */
type Circles = readonly [Caller, ...Caller[]]

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

/** The turns of each caller, in order of arrival. `callers` are those with calls in flight. */
function createTurnQueues(
  mostWaiting: number,
  callers: () => Iterable<Caller>,
): {
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
      if (waiting >= mostWaiting && !makeRoom(callers(), caller)) return false
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

/** Refuses the newest waiting call of the caller with the most; false where that is this caller, or one with as many. */
function makeRoom(callers: Iterable<Caller>, { queue }: Caller): boolean {
  let longest = queue
  for (const other of callers) if (other.queue.length > longest.length) longest = other.queue
  if (longest.length <= queue.length + 1) return false
  longest.at(-1)?.(false)
  longest.pop()
  return true
}

type TurnQueues = ReturnType<typeof createTurnQueues>

/** Takes the turns of all circles, or of none. */
async function beginAll(queues: TurnQueues, circles: Circles): Promise<boolean> {
  for (const [index, circle] of circles.entries()) {
    if (await queues.begin(circle)) continue
    for (const begun of circles.slice(0, index)) queues.end(begun, 0)
    return false
  }
  return true
}

function createSpread(): () => number {
  let refused = 0
  return () => {
    refused += 1
    return 1 + (refused % spreadSeconds)
  }
}

function enterFile(files: Map<string, number>, key: string): (() => void) | null {
  const sending = files.get(key) ?? 0
  if (sending >= mostFiles) return null
  files.set(key, sending + 1)
  let isSent = false
  return () => {
    const left = (files.get(key) ?? 0) - (isSent ? 0 : 1)
    isSent = true
    if (left > 0) files.set(key, left)
    else files.delete(key)
  }
}

function endAll(queues: TurnQueues, circles: Circles, begunMs: number): void {
  for (const circle of circles) queues.end(circle, performance.now() - begunMs)
}

/** Creates the bounds of one listener. */
export function createCallerTurns(bounds = callerBounds, mostWaiting = usualWaiting): CallerTurns {
  const callers = new Map<string, Caller>()
  const known = createRecent<string, true>(mostKnown)
  const queues = createTurnQueues(mostWaiting, () => callers.values())
  const files = new Map<string, number>()
  const callerOf = (of: keyof typeof bounds, name: bigint | string): [string, Caller] => {
    const key = `${of} ${name}`
    return [key, callers.get(key) ?? { ...bounds[of], taken: 0, withoutTurn: 0, atWork: 0, queue: [] }]
  }
  return {
    enter: (claimed, readAddress) => {
      const hash = claimed === null ? null : claimed.token.hash.toString('base64')
      const isKnown = claimed !== null && hash !== null && known.has(hash)
      const holderKey = claimed === null ? '' : `${claimed.of} ${claimed.token.holder}`
      const address = isKnown ? '' : readAddress()
      const entered = isKnown
        ? ([callerOf(claimed.of, claimed.token.holder)] as const)
        : ([callerOf('address', subscriberOf(address)), callerOf('network', networkOf(address))] as const)
      if (entered.some(([, caller]) => caller.taken >= caller.inFlight)) return null
      for (const [key, caller] of entered) {
        callers.set(key, caller)
        caller.taken += 1
      }
      const [[key, caller], ...wider] = entered
      const circles: Circles = [caller, ...wider.map(([, network]) => network)]
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
          const mayWork = await beginAll(queues, circles)
          if (mayWork) begunMs = performance.now()
          return mayWork
        },
        outsideTurn: async (wait) => {
          if (begunMs === null) return wait()
          endAll(queues, circles, begunMs)
          try {
            return await wait()
          } finally {
            for (const circle of circles) queues.resume(circle)
            begunMs = performance.now()
          }
        },
        // A call that has verified its session since it entered counts for the holder.
        enterFile: () => enterFile(files, hash !== null && known.has(hash) ? holderKey : key),
        verified: () => {
          if (hash !== null) known.set(hash, true)
        },
        notFound: () => {
          if (hash !== null) known.delete(hash)
        },
        leave: () => {
          if (begunMs !== null) endAll(queues, circles, begunMs)
          if (skipped) caller.withoutTurn -= 1
          for (const [key, one] of entered) {
            one.taken -= 1
            if (one.taken === 0) callers.delete(key)
          }
        },
      }
    },
    retryAfterSeconds: createSpread(),
    waiting: queues.waiting,
  }
}
