import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinAttempts } from '#domain/member.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { unbindHash } from './bound-hash.ts'
import { HashingBusy, longestWaitMs, refuseWhenHashingBusy, verifySecret } from './hashing.ts'
import { createMemberQueue } from './member-queue.ts'
import { sql } from 'kysely'

const mostPinsWaiting = 10
const queue = createMemberQueue(mostPinsWaiting)

/** A try without a verdict expires after this time: its process has ended. Longer than any wait for a verdict. */
const trySeconds = 20
/** While other processes verify as many tries as are left, this one asks again. */
const askAgainMs = 50

/**
 * Verifies a member's withdrawal PIN. One counter serves every call that takes it: five wrong ones lock it for half an
 * hour, each five more for a day. Only a verdict counts: a try that reaches none, because of load or a crash, is no
 * failure. Until then it occupies one of the tries that are left, so that concurrent guesses at several processes
 * cannot exceed them; a further try waits. Within a process a member's tries are verified one after the other. Throws
 * `HashingBusy` when too many of the member's tries wait, or one waits too long.
 */
export async function checkPin(deps: Deps, memberId: bigint, pin: string): Promise<'right' | 'pass' | 'locked'> {
  const checked = queue.run(memberId, () => verifyPin(deps, memberId, pin))
  if (checked === null) throw new HashingBusy()
  return checked
}

async function verifyPin({ db, config }: Deps, memberId: bigint, pin: string): Promise<'right' | 'pass' | 'locked'> {
  refuseWhenHashingBusy('signed-in')
  const id = randomUUID()
  const stored = await beginTry(db, memberId, id)
  if (stored === null) return 'locked'
  const hash = unbindHash(config.secret, { of: 'pin', id: memberId }, stored)
  const isRight = await verifySecret(hash, pin, 'signed-in').catch(async (error: unknown) => {
    // If this fails too, the try expires.
    await sql`SELECT pin_release(${memberId}, ${id})`.execute(db).catch(() => {})
    throw error
  })
  const settled = await settleTry(db, memberId, id, isRight ? 'right' : 'wrong')
  if (settled === 'late') throw new HashingBusy()
  return settled
}

/** Begins a try; resolves with the hash to verify against, or null while the PIN is locked. Throws `HashingBusy`. */
async function beginTry(db: Database, memberId: bigint, id: string): Promise<string | null> {
  for (const until = performance.now() + longestWaitMs; performance.now() < until; await sleep(askAgainMs)) {
    const { rows } = await sql<{ state: 'begun' | 'locked' | 'wait'; hash: string }>`
      SELECT state, hash FROM pin_begin(${memberId}, ${id}, ${pinAttempts.each}, ${trySeconds})`.execute(db)
    const [row] = rows
    if (row === undefined) throw new Error('pin_begin returned no row')
    if (row.state === 'begun') return row.hash
    if (row.state === 'locked') return null
  }
  throw new HashingBusy()
}

async function settleTry(
  db: Database,
  memberId: bigint,
  id: string,
  verdict: 'right' | 'wrong',
): Promise<'right' | 'pass' | 'locked' | 'late'> {
  const settle = sql<{ settled: 'right' | 'pass' | 'locked' | 'late' }>`
    SELECT pin_settle(${memberId}, ${id}, ${verdict}, ${pinAttempts.each}, ${trySeconds},
      ${pinAttempts.firstMinutes}, ${pinAttempts.laterMinutes}) AS settled`
  // Signed, because a wrong PIN is audited.
  const { rows } = await db.transaction().execute((tx) => settle.execute(tx))
  const [row] = rows
  if (row === undefined) throw new Error('pin_settle returned no row')
  return row.settled
}
