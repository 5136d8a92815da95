import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/**
 * Passwords and PINs: argon2id, 19 MiB, two passes, about 100 ms of a core each. Hashing therefore has a queue of its own,
 * bounded, so that a flood of sign-ins cannot starve bets: whoever finds it full is told to come back.
 */

/** The queue is full. The doors answer 429 with `Retry-After`; nothing has been tried or counted. */
export class HashingBusy extends Error {
  override name = 'HashingBusy'
  readonly statusCode = 429
  readonly retryAfterSeconds = 2
}

const argon2id = 2
const settings = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostAtOnce = 2
const mostWaiting = 64

let running = 0
const waiting: (() => void)[] = []

/** Hashes a password or PIN for storing. Throws `HashingBusy`. */
export function hashSecret(plain: string): Promise<string> {
  return inTurn(() => hash(plain.normalize('NFKC'), settings))
}

/**
 * Whether `plain` is what was hashed. With `null` (nobody by that name) it works as long on a hash of noise and answers
 * false, so that an unknown id costs what a wrong password costs. Throws `HashingBusy`.
 */
export function verifySecret(hashed: string | null, plain: string): Promise<boolean> {
  return inTurn(async () => {
    // Made on the first call whoever it is for, so that it tells nothing.
    const noise = await noiseHash()
    const matches = await verify(hashed ?? noise, plain.normalize('NFKC'))
    return hashed !== null && matches
  })
}

/** Throws `HashingBusy` when the queue is full now: asked before a try is counted. */
export function refuseWhenHashingBusy(): void {
  if (waiting.length >= mostWaiting) throw new HashingBusy()
}

let noise: Promise<string> | undefined

function noiseHash(): Promise<string> {
  noise ??= hash(randomBytes(32), settings)
  return noise
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= mostAtOnce) {
    refuseWhenHashingBusy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // The place is handed to the next in line, or given up.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
