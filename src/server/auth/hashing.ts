import { Worker } from 'node:worker_threads'
import type { HashingResult, HashingTask, ThreadPriority } from './hashing-thread.ts'
import { countCall, firstInTurn, lastInTurn } from './stranger-turns.ts'

/**
 * Passwords and PINs: argon2id, 19 MiB, two passes, up to 100 ms of a core each. Two threads hash one secret at a time
 * each: one at the server's own priority for members and operators who are signed in and for browsers from which they
 * have signed in before, so that other programs of the machine cannot starve withdrawals; one below it for
 * strangers, who use at most half of one core. The queues are short and the waiting times bounded, so that a flood of
 * sign-ins cannot starve bets. A call that finds its queue full is rejected with a time to retry.
 */

/**
 * The queues of each thread, which serves them in turn: a flood of sign-ins at the office leaves the members' half, and
 * the reverse; and calls of members who are signed in leave known browsers theirs. Strangers can only fill their own
 * queue, in which the network that called least goes first (`stranger-turns.ts`).
 */
const threadQueues = { own: ['signed-in', 'known-office', 'known'], low: ['stranger', 'office'] } as const
type ThreadName = keyof typeof threadQueues
/**
 * `known`, `known-office`: a member or an operator signs in from a browser of theirs; `stranger`, `office`: from any
 * other browser, at the site and at the office.
 */
export type HashingQueue = (typeof threadQueues)[ThreadName][number]

/** A stranger's queue, and the caller's network (`networkOf`), which decides whose turn it is. */
export type StrangerCaller = { queue: (typeof threadQueues)['low'][number]; network: string }
export type HashingCaller = HashingQueue | StrangerCaller

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

/** The most secrets that wait in a queue. */
export const mostWaitingToHash = 24
/** A caller that waits longer is rejected. */
export const longestWaitMs = 5_000
/** Retries of rejected callers are spread over this time. */
const spreadSeconds = 8

type Thread = { priority: ThreadPriority; isBusy: boolean; worker: Worker | null; served: HashingQueue | null }

let rejections = 0
type Waiting = { begin: () => void; refuse: () => void; network: string }
const queues: Record<HashingQueue, Waiting[]> = {
  'signed-in': [],
  known: [],
  'known-office': [],
  stranger: [],
  office: [],
}
const threads: Record<ThreadName, Thread> = {
  own: { priority: 'own', isBusy: false, worker: null, served: null },
  low: { priority: 'low', isBusy: false, worker: null, served: null },
}

/** Hashes a password or PIN for storing. Throws `HashingBusy`. */
export async function hashSecret(plain: string, caller: HashingCaller = 'stranger'): Promise<string> {
  const result = await runQueued({ plain: plain.normalize('NFKC') }, caller)
  if ('hash' in result) return result.hash
  throw new Error('The hashing thread returned an unexpected result.')
}

/**
 * Whether `plain` matches the hash. With `null` (no such account) it verifies against a random hash and returns false,
 * so that an unknown id takes as long as a wrong password. Throws `HashingBusy`.
 */
export async function verifySecret(
  hashed: string | null,
  plain: string,
  caller: HashingCaller = 'stranger',
): Promise<boolean> {
  const result = await runQueued({ plain: plain.normalize('NFKC'), hashed }, caller)
  if ('matches' in result) return result.matches
  throw new Error('The hashing thread returned an unexpected result.')
}

/** Throws `HashingBusy` when the queue is full now; called before an attempt is counted. */
export function refuseWhenHashingBusy(queue: HashingQueue = 'stranger'): void {
  if (queues[queue].length >= mostWaitingToHash) throw new HashingBusy()
}

/** The most calls from the known browsers of one account at once: others of its queue must not wait for them. */
const mostPlacesPerAccount = 3
const places: Record<HashingQueue, number> = { 'signed-in': 0, known: 0, 'known-office': 0, stranger: 0, office: 0 }
/** The places of the known browsers of each account, and of each network of strangers. */
const placesOf = new Map<string, number>()
/** Strangers who wait for a place, each of another network; they have cost the database nothing yet. */
const waitingForPlace: Record<StrangerCaller['queue'], Waiting[]> = { stranger: [], office: [] }

/**
 * Runs a whole call that will hash a secret, if there is a place: no more such calls run than may wait in the queue, so
 * that a call that would be rejected costs the database nothing. Throws `HashingBusy` before anything is done.
 */
export async function withHashingPlace<Result>(caller: StrangerCaller, act: () => Promise<Result>): Promise<Result> {
  const { queue, network } = caller
  countCall(network)
  await takePlace(caller)
  const ofNetwork = `${queue} ${network}`
  placesOf.set(ofNetwork, (placesOf.get(ofNetwork) ?? 0) + 1)
  try {
    return await act()
  } finally {
    leavePlace(ofNetwork)
    const next = takeFirst(waitingForPlace[queue])
    if (next === undefined) places[queue] -= 1
    else next.begin()
  }
}

/** The same for a known browser of an account, whose queue strangers cannot fill. `account` identifies it among those of the queue. */
export async function withKnownPlace<Result>(
  queue: 'known' | 'known-office',
  account: string,
  act: () => Promise<Result>,
): Promise<Result> {
  refuseWhenHashingBusy(queue)
  const holder = `${queue} ${account}`
  const ofAccount = placesOf.get(holder) ?? 0
  if (places[queue] >= mostWaitingToHash || ofAccount >= mostPlacesPerAccount) throw new HashingBusy()
  places[queue] += 1
  placesOf.set(holder, ofAccount + 1)
  try {
    return await act()
  } finally {
    places[queue] -= 1
    leavePlace(holder)
  }
}

/**
 * When all places are taken, a call waits for one if its network has none: in the order of `stranger-turns.ts`, and
 * instead of the last one in that order where as many wait already.
 */
async function takePlace({ queue, network }: StrangerCaller): Promise<void> {
  if (places[queue] < mostWaitingToHash) {
    places[queue] += 1
    return
  }
  const waiting = waitingForPlace[queue]
  if (placesOf.has(`${queue} ${network}`) || waiting.some((one) => one.network === network)) throw new HashingBusy()
  if (waiting.length >= mostWaitingToHash) {
    const last = lastInTurn(waiting, network)
    if (last < 0) throw new HashingBusy()
    for (const one of waiting.splice(last, 1)) one.refuse()
  }
  await waitInQueue(waiting, network)
}

function leavePlace(holder: string): void {
  const left = (placesOf.get(holder) ?? 0) - 1
  if (left > 0) placesOf.set(holder, left)
  else placesOf.delete(holder)
}

/** The most browsers that are looked up at once, and that wait for it; each takes one indexed query. */
const mostLookUps = 8
const mostWaitingToLookUp = 400
let lookUps = 0
const waitingToLookUp: (() => void)[] = []

/**
 * Looks a browser's token up before the call takes a place: only a browser that is known gets one of the known ones. A
 * forged token costs one bounded query. Throws `HashingBusy`.
 */
export async function withLookUpPlace<Result>(lookUp: () => Promise<Result>): Promise<Result> {
  if (lookUps < mostLookUps) lookUps += 1
  else if (waitingToLookUp.length >= mostWaitingToLookUp) throw new HashingBusy()
  // Whose turn it is takes the place of the look-up that ended.
  else await new Promise<void>((resolve) => waitingToLookUp.push(resolve))
  try {
    return await lookUp()
  } finally {
    const next = waitingToLookUp.shift()
    if (next === undefined) lookUps -= 1
    else next()
  }
}

/** The number of secrets waiting to be hashed. */
export function waitingToHash(): number {
  return Object.values(queues).reduce((sum, queue) => sum + queue.length, 0)
}

async function runQueued(task: HashingTask, caller: HashingCaller): Promise<HashingResult> {
  const { queue, network } = typeof caller === 'string' ? { queue: caller, network: '' } : caller
  const name: ThreadName = queue === 'stranger' || queue === 'office' ? 'low' : 'own'
  const thread = threads[name]
  if (thread.isBusy) {
    refuseWhenHashingBusy(queue)
    await waitInQueue(queues[queue], network)
  }
  thread.isBusy = true
  thread.served = queue
  const begun = performance.now()
  try {
    return await hashInThread(thread, task)
  } finally {
    startNext(name, performance.now() - begun)
  }
}

/** Resolves when the task or call may run. One that times out leaves the queue. Throws `HashingBusy`. */
function waitInQueue(waiting: Waiting[], network: string): Promise<void> {
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
function takeFirst(waiting: Waiting[]): Waiting | undefined {
  return waiting.splice(Math.max(0, firstInTurn(waiting)), 1)[0]
}

/**
 * Starts a thread's next task, or marks the thread as idle. Before a stranger's task the thread rests as long as it has
 * just worked: on systems without thread priorities too, strangers use at most half of one core.
 */
function startNext(name: ThreadName, workedMs: number): void {
  const thread = threads[name]
  const next = nextQueue(name, thread.served)
  if (next === undefined) thread.isBusy = false
  else if (name === 'low' && workedMs > 0) setTimeout(startNext, workedMs, name, 0)
  else takeFirst(queues[next])?.begin()
}

/** The next queue with a task, after the one that was served last. */
function nextQueue(name: ThreadName, served: HashingQueue | null): HashingQueue | undefined {
  const ofThread: readonly HashingQueue[] = threadQueues[name]
  const after = served === null ? 0 : ofThread.indexOf(served) + 1
  return [...ofThread.slice(after), ...ofThread.slice(0, after)].find((queue) => queues[queue].length > 0)
}

function hashInThread(thread: Thread, task: HashingTask): Promise<HashingResult> {
  const worker = thread.worker ?? startThread(thread.priority)
  thread.worker = worker
  return new Promise((resolve, reject) => {
    const end = (result: HashingResult | Error | number): void => {
      worker.off('message', end).off('error', end).off('exit', end)
      // While idle it does not keep the program running.
      worker.unref()
      if (typeof result === 'object' && !(result instanceof Error) && !('failed' in result)) return resolve(result)
      if (typeof result === 'number' || result instanceof Error) thread.worker = null
      return reject(new Error('Hashing a secret failed.', { cause: result }))
    }
    worker.on('message', end).on('error', end).on('exit', end)
    worker.ref()
    worker.postMessage(task)
  })
}

function startThread(workerData: ThreadPriority): Worker {
  return new Worker(new URL('./hashing-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
}
