import { Worker } from 'node:worker_threads'
import type { HashingResult, HashingTask, ThreadPriority } from './hashing-thread.ts'
import { createCounts, createPlaces, HashingBusy, takeFirst, waitInLine, type Places, type Waiting } from './places.ts'

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
 * queue. In the queues of callers without a session the network that called least goes first (`caller-order.ts`).
 */
const threadQueues = { own: ['signed-in', 'known-office', 'known'], low: ['stranger', 'office'] } as const
type ThreadName = keyof typeof threadQueues
/**
 * `known`, `known-office`: a member or an operator signs in from a browser of theirs; `stranger`, `office`: from any
 * other browser, at the site and at the office.
 */
export type HashingQueue = (typeof threadQueues)[ThreadName][number]

/** The queue of a caller without a session, and its network (`networkOf`), which decides whose turn it is. */
export type NetworkCaller = { queue: Exclude<HashingQueue, 'signed-in'>; network: string }
export type HashingCaller = HashingQueue | NetworkCaller

/** The most secrets that wait in a queue. */
export const mostWaitingToHash = 24
type Thread = { priority: ThreadPriority; isBusy: boolean; worker: Worker | null; served: HashingQueue | null }

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

const bounds = { most: mostWaitingToHash, mostWaiting: mostWaitingToHash }
const strangersPlaces = { ...bounds, onePerNetwork: true }
const knownPlaces = { ...bounds, onePerNetwork: false }
const places: Record<NetworkCaller['queue'], Places> = {
  stranger: createPlaces(strangersPlaces),
  office: createPlaces(strangersPlaces),
  known: createPlaces(knownPlaces),
  'known-office': createPlaces(knownPlaces),
}

/**
 * Runs a whole call that will hash a secret, if there is a place: no more such calls run than may wait in the queue, so
 * that a call that would be rejected costs the database nothing. Throws `HashingBusy` before anything is done.
 */
export function withHashingPlace<Result>(caller: NetworkCaller, call: () => Promise<Result>): Promise<Result> {
  return places[caller.queue].run(caller.network, call)
}

/** The most calls from the known browsers of one account at once: others of its queue must not wait for them. */
const mostPlacesPerAccount = 3
const accounts = createCounts()

/** The same for a known browser of an account, whose queue strangers cannot fill. `account` identifies it among those of the queue. */
export async function withKnownPlace<Result>(
  caller: NetworkCaller & { queue: 'known' | 'known-office' },
  account: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const holder = `${caller.queue} ${account}`
  if (accounts.of(holder) >= mostPlacesPerAccount) throw new HashingBusy()
  accounts.add(holder)
  try {
    return await withHashingPlace(caller, call)
  } finally {
    accounts.remove(holder)
  }
}

/** Look-ups of browsers at the site and at the office, of one or two indexed queries each: fewer than their pools have connections. */
const lookUps = {
  known: createPlaces({ most: 4, mostWaiting: 400, onePerNetwork: false }),
  'known-office': createPlaces({ most: 2, mostWaiting: 100, onePerNetwork: false }),
}

/**
 * Looks a browser's token up before the call takes a place: only a browser that is known gets one of the known ones. A
 * forged token costs a bounded query, and waits behind the browsers of networks that call less. Throws `HashingBusy`.
 */
export function withLookUpPlace<Result>(
  queue: keyof typeof lookUps,
  network: string,
  lookUp: () => Promise<Result>,
): Promise<Result> {
  return lookUps[queue].run(network, lookUp)
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
    await waitInLine(queues[queue], network)
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
