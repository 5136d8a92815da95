import type { RequestState } from './cash-request.ts'
import type { Amount } from './money.ts'

/**
 * What an operator may do with a request for money. A request is claimed by one operator before it is decided; a claim
 * can be given back, or taken over by a manager; a decision is made once. A great withdrawal is approved by one operator
 * and decided by another. Rules only: nothing here reads or writes.
 */

/** The states that wait for a decision. */
export const openRequestStates = ['filed', 'claimed', 'held', 'awaiting_second'] as const satisfies RequestState[]

/** What the rules need to know of a request. */
export type DecidableRequest = {
  type: 'deposit' | 'withdraw'
  state: RequestState
  /** The operator who has it, or null. */
  claimedBy: bigint | null
  /** The operator who gave the first of two approvals, or null. */
  approvedBy: bigint | null
}

/** Whether a request still waits for a decision. */
export function isOpen(state: RequestState): boolean {
  return openRequestStates.some((open) => open === state)
}

/**
 * May this operator take the request on? `keep`: it is theirs already. `taken`: another has it, and the caller is no
 * manager or did not ask to take over. `self`: they approved it already, so the rest is another's. `late`: it is decided.
 */
export function decideClaim(
  request: DecidableRequest,
  operatorId: bigint,
  takesOver: boolean,
): 'claim' | 'keep' | 'taken' | 'self' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.approvedBy === operatorId) return 'self'
  if (request.claimedBy === operatorId) return 'keep'
  if (request.claimedBy !== null && !takesOver) return 'taken'
  return 'claim'
}

/**
 * May this operator put the request back? `keep`: nobody has it, which is what was asked for. What another has, only a
 * manager who asks to take over.
 */
export function decideRelease(
  request: DecidableRequest,
  operatorId: bigint,
  takesOver: boolean,
): 'release' | 'keep' | 'taken' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.claimedBy === null) return 'keep'
  return request.claimedBy === operatorId || takesOver ? 'release' : 'taken'
}

/** The state of a request that nobody has: a withdrawal's money stays held, and a first approval stands. */
export function unclaimedState(request: Pick<DecidableRequest, 'type' | 'approvedBy'>): RequestState {
  if (request.approvedBy !== null) return 'awaiting_second'
  return request.type === 'deposit' ? 'filed' : 'held'
}

/**
 * May this operator decide the request? Only the one who claimed it, and never the one who approved it first (`self`),
 * whoever has it.
 */
export function decideVerdict(
  request: DecidableRequest,
  operatorId: bigint,
): 'go' | 'unclaimed' | 'taken' | 'self' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.approvedBy === operatorId) return 'self'
  if (request.claimedBy === null) return 'unclaimed'
  return request.claimedBy === operatorId ? 'go' : 'taken'
}

/**
 * Whether paying it takes another operator's approval first: withdrawals from `from` on (1/10 000 of the unit; null: none)
 * that are open and that nobody has approved yet.
 */
export function needsSecond(
  request: Pick<DecidableRequest, 'type' | 'state' | 'approvedBy'> & { amount: Amount },
  from: Amount | null,
): boolean {
  if (request.type !== 'withdraw' || !isOpen(request.state) || request.approvedBy !== null) return false
  return from !== null && request.amount >= from
}
