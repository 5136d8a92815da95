import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinAttempts } from '#domain/member.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { repeatUntilDone } from '#server/repeat.ts'
import { unbindHash } from './bound-hash.ts'
import { refuseWhenHashingBusy, verifySecret } from './hashing.ts'
import { HashingBusy, longestWaitMs } from './places.ts'
import { createMemberQueue } from './member-queue.ts'
import { sql } from 'kysely'

const mostPinsWaiting = 10
const queue = createMemberQueue(mostPinsWaiting)

/** A try without a verdict expires after this time: its process has ended. Longer than any wait for a verdict. */
const trySeconds = 20
/** While other processes verify as many tries as are left, this one asks again. */
const askAgainMs = 50
/** How long a process that stops waits for the last verdicts to be recorded. */
const lastSettleMs = 3_000

type Verdict = 'right' | 'wrong'

/** The member's last verdict is not recorded yet, so no further try is verified. Nothing was done; the APIs answer 503. */
export class UnsettledTryError extends Error {
  override name = 'UnsettledTryError'
  readonly statusCode = 503
  readonly retryAfterSeconds = 1
}

/** Verdicts that could not be recorded, at most one a member. `settled`: when it is, or the process has stopped. */
type Unsettled = Map<bigint, { verdict: Verdict; settled: Promise<void> }>

const states = new WeakMap<Deps, Unsettled>()

function unsettledOf(deps: Deps): Unsettled {
  const known = states.get(deps)
  if (known) return known
  const made: Unsettled = new Map()
  states.set(deps, made)
  return made
}

/** How many verdicts of this process are not recorded yet. */
export function unsettledPins(deps: Deps): number {
  return unsettledOf(deps).size
}

/**
 * Verifies a member's withdrawal PIN. One counter serves every call that takes it: five wrong ones lock it for half an
 * hour, each five more for a day. Only a verdict counts: a try that reaches none, because of load or a crash, is no
 * failure. Until then it occupies one of the tries that are left, so that concurrent guesses at several processes
 * cannot exceed them; a further try waits. Within a process a member's tries are verified one after the other. A verdict that cannot be
 * recorded at once is kept until it is: otherwise who can end the statement that records it, and so knows the verdict, guesses without a
 * bound (docs/decisions/039-drawn-rounds.md). Throws `HashingBusy` when too many of the member's tries wait, or one waits too long,
 * `UnsettledTryError` while an earlier verdict is not recorded, and the database's error when this one could not be.
 */
export async function checkPin(deps: Deps, memberId: bigint, pin: string): Promise<'right' | 'pass' | 'locked'> {
  const checked = queue.run(memberId, () => verifyPin(deps, memberId, pin))
  if (checked === null) throw new HashingBusy()
  return checked
}

async function verifyPin(deps: Deps, memberId: bigint, pin: string): Promise<'right' | 'pass' | 'locked'> {
  const { db, config } = deps
  if (unsettledOf(deps).has(memberId)) throw new UnsettledTryError('the last verdict on the PIN is not recorded yet')
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
  const verdict = isRight ? 'right' : 'wrong'
  const settled = await settleTry(db, memberId, id, verdict).catch((error: unknown) => {
    keepUnsettled(deps, memberId, id, verdict)
    throw error
  })
  if (settled === 'late') throw new HashingBusy()
  return settled
}

/** Keeps a verdict that could not be recorded, and records it in the background. The caller has learned nothing of it. */
function keepUnsettled(deps: Deps, memberId: bigint, id: string, verdict: Verdict): void {
  const unsettled = unsettledOf(deps)
  const settle = async (): Promise<void> => {
    await settleTry(deps.db, memberId, id, verdict)
    unsettled.delete(memberId)
  }
  const logFailure = (error: unknown): void =>
    deps.log.warn(
      { err: error, memberId },
      'the verdict on a withdrawal PIN could not be recorded and is recorded again',
    )
  const settled = repeatUntilDone(deps.stopping, settle, logFailure).then(async (isSettled) => {
    if (!isSettled) await settle().catch(logFailure)
  })
  unsettled.set(memberId, { verdict, settled })
}

/**
 * Waits at the end of the process, after `stopping` was aborted, for the last attempts to record verdicts, 3 s at most; logs those that
 * are not recorded then.
 */
export async function settleLastPins(deps: Deps): Promise<void> {
  const unsettled = unsettledOf(deps)
  const last = Promise.all([...unsettled.values()].map(({ settled }) => settled))
  await Promise.race([last, sleep(lastSettleMs, undefined, { ref: false })])
  for (const [memberId, { verdict }] of unsettled)
    deps.log.error({ memberId, verdict }, 'the process stops while the verdict on a withdrawal PIN is not recorded')
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

/**
 * Records a verdict. It may be repeated: a right one takes effect once; a wrong one counts at least once, and again only where the answer
 * to its commit was lost, because what the database says of a commit may have been planted.
 */
async function settleTry(
  db: Database,
  memberId: bigint,
  id: string,
  verdict: Verdict,
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
