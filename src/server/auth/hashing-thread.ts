import { hashSync, verifySync } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** A hashing thread: one secret at a time; the strangers' at low priority, so that bets get the processor first. */

/** Without `hashed`, hashes `plain`. Null: the account does not exist; the task takes as long, with a random hash. */
export type HashingTask = { plain: string; hashed?: string | null }
export type HashingResult = { hash: string } | { matches: boolean } | { failed: string }

/** Of a thread: that of the server, or below it. The thread gets it as its `workerData`. */
export type ThreadPriority = 'own' | 'low'

const argon2id = 2
const settings = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

if (workerData === 'low') lowerPriority()
let noise: string | undefined

parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(done(task)))

function done({ plain, hashed }: HashingTask): HashingResult {
  try {
    if (hashed === undefined) return { hash: hashSync(plain, settings) }
    // Made on the first call of either kind, so that the duration of a call reveals nothing.
    noise ??= hashSync(randomBytes(32), settings)
    const matches = verifySync(hashed ?? noise, plain)
    return { matches: hashed !== null && matches }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/** Linux has a priority per thread. Other systems have one per process, which stays unchanged. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Hashing works without the priority.
  }
}
