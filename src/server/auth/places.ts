import { countCall, firstInTurn, lastInTurn } from './caller-order.ts'

/** Places for calls and lines in which they wait for one, in the order of `caller-order.ts` and for a bounded time. */

/** The queue is full, or the waiting time was exceeded. APIs answer 429 with `Retry-After`; no attempt is counted. */
export class HashingBusy extends Error {
  override name = 'HashingBusy'
  readonly statusCode = 429
  readonly retryAfterSeconds: number
  constructor() {
    super('more secrets are waiting than can be hashed')
    rejections += 1
    this.retryAfterSeconds = 2 + (rejections % spreadSeconds)
  }
}

/** A caller that waits longer is rejected. */
export const longestWaitMs = 5_000
/** Retries of rejected callers are spread over this time. */
const spreadSeconds = 8
let rejections = 0

export type Waiting = { begin: () => void; refuse: () => void; network: string }

/** Resolves when it is the call's turn. One that times out leaves the line. Throws `HashingBusy`. */
export function waitInLine(waiting: Waiting[], network: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      clearTimeout(timer)
      reject(new HashingBusy())
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1)
      refuse()
    }, longestWaitMs)
    const begin = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const entry: Waiting = { begin, refuse, network }
    waiting.push(entry)
  })
}

/** Removes and returns the one whose turn it is; among those without networks the one that waits longest. */
export function takeFirst(waiting: Waiting[]): Waiting | undefined {
  return waiting.splice(Math.max(0, firstInTurn(waiting)), 1)[0]
}

/** `most`: calls at once. `mostWaiting`: calls that wait. `onePerNetwork`: none waits whose network has a place or waits. */
type Bounds = { most: number; mostWaiting: number; onePerNetwork: boolean }

export type Places = {
  /** Runs a call once it has a place. Throws `HashingBusy` before anything is done. */
  run: <Result>(network: string, call: () => Promise<Result>) => Promise<Result>
}

/**
 * Places of which calls wait when all are taken: in the order of `caller-order.ts`, and instead of the last one in that order where as many wait
 * already. So a flood from a few networks waits behind everybody else.
 */
export function createPlaces({ most, mostWaiting, onePerNetwork }: Bounds): Places {
  let taken = 0
  const held = createCounts()
  const waiting: Waiting[] = []
  const waitForPlace = async (network: string): Promise<void> => {
    if (onePerNetwork && (held.of(network) > 0 || waiting.some((one) => one.network === network)))
      throw new HashingBusy()
    if (waiting.length >= mostWaiting) {
      const last = lastInTurn(waiting, network)
      if (last < 0) throw new HashingBusy()
      for (const one of waiting.splice(last, 1)) one.refuse()
    }
    await waitInLine(waiting, network)
  }
  return {
    run: async (network, call) => {
      countCall(network)
      // Whose turn it is gets the place of the call that ended.
      if (taken < most) taken += 1
      else await waitForPlace(network)
      held.add(network)
      try {
        return await call()
      } finally {
        held.remove(network)
        const next = takeFirst(waiting)
        if (next === undefined) taken -= 1
        else next.begin()
      }
    },
  }
}

/** How many there are of each key. */
export function createCounts(): {
  of: (key: string) => number
  add: (key: string) => void
  remove: (key: string) => void
} {
  const counts = new Map<string, number>()
  const of = (key: string): number => counts.get(key) ?? 0
  return {
    of,
    add: (key) => void counts.set(key, of(key) + 1),
    remove: (key) => void (of(key) > 1 ? counts.set(key, of(key) - 1) : counts.delete(key)),
  }
}
