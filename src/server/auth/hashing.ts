import { Worker } from 'node:worker_threads'
import type { HashingResult, HashingTask } from './hashing-thread.ts'

/**
 * Passwords and PINs: argon2id, 19 MiB, two passes, up to 100 ms of a core each. They are hashed one after the other in
 * a thread apart, below everything else, and few may wait for it and not for long: a flood of sign-ins cannot starve bets.
 * Whoever finds the queue full is told to come back.
 */

/**
 * Whose secret it is, and who goes first: members who are signed in, then operators, then whoever is at the door. Each
 * has a queue of their own, so that strangers fill none but theirs.
 */
const queueNames = ['signed-in', 'office', 'stranger'] as const
export type HashingQueue = (typeof queueNames)[number]

/** Too many wait, or this one waited too long. The doors answer 429 with `Retry-After`; nothing has been tried. */
export class HashingBusy extends Error {
  override name = 'HashingBusy'
  readonly statusCode = 429
  readonly retryAfterSeconds: number
  constructor() {
    super('more secrets are waiting than can be hashed')
    turnedAway += 1
    this.retryAfterSeconds = 2 + (turnedAway % spreadSeconds)
  }
}

/** In each queue. */
export const mostWaitingToHash = 24
/** Whoever waits longer is turned away then and there, also while others keep going first. */
export const longestWaitMs = 5_000
/** Those turned away come back spread over so long. */
const spreadSeconds = 8

let turnedAway = 0
let busy = false
const queues: Record<HashingQueue, (() => void)[]> = { 'signed-in': [], office: [], stranger: [] }

/** Hashes a password or PIN for storing. Throws `HashingBusy`. */
export async function hashSecret(plain: string, queue: HashingQueue = 'stranger'): Promise<string> {
  const result = await inTurn({ plain: plain.normalize('NFKC') }, queue)
  if ('hash' in result) return result.hash
  throw new Error('The hashing thread answered something else.')
}

/**
 * Whether `plain` is what was hashed. With `null` (nobody by that name) it works as long on a hash of noise and answers
 * false, so that an unknown id costs what a wrong password costs. Throws `HashingBusy`.
 */
export async function verifySecret(
  hashed: string | null,
  plain: string,
  queue: HashingQueue = 'stranger',
): Promise<boolean> {
  const result = await inTurn({ plain: plain.normalize('NFKC'), hashed }, queue)
  if ('matches' in result) return result.matches
  throw new Error('The hashing thread answered something else.')
}

/** Throws `HashingBusy` when the queue is full now: asked before a try is counted. */
export function refuseWhenHashingBusy(queue: HashingQueue = 'stranger'): void {
  if (queues[queue].length >= mostWaitingToHash) throw new HashingBusy()
}

const places: Record<HashingQueue, number> = { 'signed-in': 0, office: 0, stranger: 0 }

/**
 * Does a whole call that will want something hashed, where there is a place for it: no more of them are begun than may
 * wait, so that whoever will be turned away costs the database nothing. Throws `HashingBusy` before anything is done.
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

/** Secrets that wait for their turn. */
export function waitingToHash(): number {
  return queueNames.reduce((sum, name) => sum + queues[name].length, 0)
}

async function inTurn(task: HashingTask, queue: HashingQueue): Promise<HashingResult> {
  if (busy) {
    refuseWhenHashingBusy(queue)
    await waitInLine(queues[queue])
  }
  busy = true
  const begun = performance.now()
  try {
    return await hashApart(task)
  } finally {
    passOn(performance.now() - begun)
  }
}

/** Ends when the turn comes. Whoever gives up leaves the line, so that no turn is handed to them. Throws `HashingBusy`. */
function waitInLine(line: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(patience)
      resolve()
    }
    const patience = setTimeout(() => {
      line.splice(line.indexOf(begin), 1)
      reject(new HashingBusy())
    }, longestWaitMs)
    line.push(begin)
  })
}

/**
 * The place is handed to the next in line, or given up. Before a stranger's turn the thread rests as long as it has just
 * worked: what a crowd makes the machine do is bounded by half of one core, where threads have no priorities too.
 */
function passOn(workedMs: number): void {
  const first = queueNames.find((name) => queues[name].length > 0)
  if (first === undefined) busy = false
  else if (first === 'stranger' && workedMs > 0) setTimeout(passOn, workedMs, 0)
  else queues[first].shift()?.()
}

let thread: Worker | null = null

function hashApart(task: HashingTask): Promise<HashingResult> {
  const worker = thread ?? startThread()
  thread = worker
  return new Promise((resolve, reject) => {
    const end = (result: HashingResult | Error | number): void => {
      worker.off('message', end).off('error', end).off('exit', end)
      // At rest it does not keep the program running.
      worker.unref()
      if (typeof result === 'object' && !(result instanceof Error) && !('failed' in result)) return resolve(result)
      if (typeof result === 'number' || result instanceof Error) thread = null
      return reject(new Error('A secret was not hashed.', { cause: result }))
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
