import { Worker } from 'node:worker_threads'
import type { HashingResult, HashingTask } from './hashing-thread.ts'

/**
 * Passwords and PINs: argon2id, 19 MiB, two passes, up to 100 ms of a core each. One at a time, in a thread of low
 * priority, with short queues and bounded waiting times, so that a flood of sign-ins cannot starve bets. A call that
 * finds its queue full is rejected with a time to retry.
 */

/**
 * The queues in order of priority: signed-in members, operators, callers without a session. Strangers can only fill
 * their own queue.
 */
const queueNames = ['signed-in', 'office', 'stranger'] as const
export type HashingQueue = (typeof queueNames)[number]

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
/** A caller that waits longer is rejected, also while queues of higher priority go first. */
export const longestWaitMs = 5_000
/** Retries of rejected callers are spread over this time. */
const spreadSeconds = 8

let rejections = 0
let busy = false
const queues: Record<HashingQueue, (() => void)[]> = { 'signed-in': [], office: [], stranger: [] }

/** Hashes a password or PIN for storing. Throws `HashingBusy`. */
export async function hashSecret(plain: string, queue: HashingQueue = 'stranger'): Promise<string> {
  const result = await runQueued({ plain: plain.normalize('NFKC') }, queue)
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
  queue: HashingQueue = 'stranger',
): Promise<boolean> {
  const result = await runQueued({ plain: plain.normalize('NFKC'), hashed }, queue)
  if ('matches' in result) return result.matches
  throw new Error('The hashing thread returned an unexpected result.')
}

/** Throws `HashingBusy` when the queue is full now; called before an attempt is counted. */
export function refuseWhenHashingBusy(queue: HashingQueue = 'stranger'): void {
  if (queues[queue].length >= mostWaitingToHash) throw new HashingBusy()
}

const places: Record<HashingQueue, number> = { 'signed-in': 0, office: 0, stranger: 0 }

/**
 * Runs a whole call that will hash a secret, if there is a place: no more such calls run than may wait in the queue, so
 * that a call that would be rejected costs the database nothing. Throws `HashingBusy` before anything is done.
 */
export async function withHashingPlace<Result>(queue: HashingQueue, act: () => Promise<Result>): Promise<Result> {
  refuseWhenHashingBusy(queue)
  if (places[queue] >= mostWaitingToHash) throw new HashingBusy()
  places[queue] += 1
  try {
    return await act()
  } finally {
    places[queue] -= 1
  }
}

/** The number of secrets waiting to be hashed. */
export function waitingToHash(): number {
  return queueNames.reduce((sum, name) => sum + queues[name].length, 0)
}

async function runQueued(task: HashingTask, queue: HashingQueue): Promise<HashingResult> {
  if (busy) {
    refuseWhenHashingBusy(queue)
    await waitInQueue(queues[queue])
  }
  busy = true
  const begun = performance.now()
  try {
    return await hashInThread(task)
  } finally {
    startNext(performance.now() - begun)
  }
}

/** Resolves when the task may run. A task that times out leaves the queue. Throws `HashingBusy`. */
function waitInQueue(waiting: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new HashingBusy())
    }, longestWaitMs)
    waiting.push(begin)
  })
}

/**
 * Starts the next task, or marks the thread as idle. Before a stranger's task the thread rests as long as it has just
 * worked: on systems without thread priorities too, strangers use at most half of one core.
 */
function startNext(workedMs: number): void {
  const first = queueNames.find((name) => queues[name].length > 0)
  if (first === undefined) busy = false
  else if (first === 'stranger' && workedMs > 0) setTimeout(startNext, workedMs, 0)
  else queues[first].shift()?.()
}

let thread: Worker | null = null

function hashInThread(task: HashingTask): Promise<HashingResult> {
  const worker = thread ?? startThread()
  thread = worker
  return new Promise((resolve, reject) => {
    const end = (result: HashingResult | Error | number): void => {
      worker.off('message', end).off('error', end).off('exit', end)
      // While idle it does not keep the program running.
      worker.unref()
      if (typeof result === 'object' && !(result instanceof Error) && !('failed' in result)) return resolve(result)
      if (typeof result === 'number' || result instanceof Error) thread = null
      return reject(new Error('Hashing a secret failed.', { cause: result }))
    }
    worker.on('message', end).on('error', end).on('exit', end)
    worker.ref()
    worker.postMessage(task)
  })
}

function startThread(): Worker {
  return new Worker(new URL('./hashing-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
}
