import { hashSync, verifySync } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * The thread that hashes, one secret at a time, below everything else the machine has to do: what is left of its cores
 * is a sign-in's, and bets have them first.
 */

/** `hashed` left out: hash it. Null: there is nobody by that name; work as long, on a hash of noise. */
export type HashingTask = { plain: string; hashed?: string | null }
export type HashingResult = { hash: string } | { matches: boolean } | { failed: string }

const argon2id = 2
const settings = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

stepBack()
let noise: string | undefined

parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(done(task)))

function done({ plain, hashed }: HashingTask): HashingResult {
  try {
    if (hashed === undefined) return { hash: hashSync(plain, settings) }
    // Made on the first call whoever it is for, so that it tells nothing.
    noise ??= hashSync(randomBytes(32), settings)
    const matches = verifySync(hashed ?? noise, plain)
    return { matches: hashed !== null && matches }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/** Linux has a priority for each thread, by its number. Elsewhere all of a process have one, and it stays. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Hashing works as well without it.
  }
}
