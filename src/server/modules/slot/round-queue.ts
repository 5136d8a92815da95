import { createMemberQueue } from '#server/auth/member-queue.ts'
import type { Deps } from '#server/deps.ts'

/** The order in which a member's rounds take their numbers, in one process. */

/** How many spins of one member may run or wait in this process; more are rejected as a flood. */
export const mostInRoundQueue = 4
/**
 * One spin, round with decisions or step of the seed chain of a member at a time in this process, so that each round is drawn with the number
 * it will be booked under.
 */
export const roundQueue = createMemberQueue(mostInRoundQueue)

/** Earlier rounds of the member must have an outcome before the call can be done. Nothing was done; the APIs answer 503. */
export class EarlierRoundsError extends Error {
  override name = 'EarlierRoundsError'
  readonly statusCode = 503
  readonly retryAfterSeconds = 1
}

const undecided = new WeakMap<Deps, Set<bigint>>()

/** The members with a drawn round without a known outcome; it has one at most. */
export function undecidedOf(deps: Deps): Set<bigint> {
  const known = undecided.get(deps) ?? new Set<bigint>()
  undecided.set(deps, known)
  return known
}

/** Throws `EarlierRoundsError` while a drawn round of the member has no known outcome. */
export function refuseWhileUndecided(deps: Deps, memberId: bigint): void {
  if (undecidedOf(deps).has(memberId)) throw new EarlierRoundsError('a drawn round has no known outcome yet')
}
