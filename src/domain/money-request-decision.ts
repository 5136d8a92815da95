import { requestStatus, type RequestState, type RequestStatus, type RequestType } from './money-request.ts'
import type { Amount } from './money.ts'

/**
 * What an operator may do with a money request. A request is claimed by one operator before it is decided; a claim can
 * be released, or taken over by a manager; a decision is made once. A large withdrawal is approved by one operator and
 * decided by another. Rules only: no input or output.
 */

/** The states that wait for a decision. */
export const openRequestStates = ['filed', 'claimed', 'held', 'awaiting_second'] as const satisfies RequestState[]

/** The facts of a request that the rules need. */
export type DecidableRequest = {
  type: RequestType
  state: RequestState
  /** The operator who claimed it, or null. */
  claimedBy: bigint | null
  /** The operator who gave the first of two approvals, or null. */
  approvedBy: bigint | null
}

/** Whether a request still waits for a decision. */
export function isOpen(state: RequestState): boolean {
  return openRequestStates.some((open) => open === state)
}

/** The same for the status that a member sees. */
export function isOpenStatus(status: RequestStatus): boolean {
  return openRequestStates.some((open) => requestStatus[open] === status)
}

/**
 * May this operator claim the request? `keep`: they have claimed it already. `taken`: another operator has, and the
 * caller is no manager or did not request a take-over. `self`: they gave the first approval, so another must decide.
 * `late`: it is already decided.
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
 * May this operator release the request? `keep`: nobody has claimed it, so nothing changes. A claim of another operator
 * can be released only by a manager who requests a take-over.
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

/** The state of a request without a claim: a withdrawal's money stays held, and a first approval remains. */
export function unclaimedState(request: Pick<DecidableRequest, 'type' | 'approvedBy'>): RequestState {
  if (request.approvedBy !== null) return 'awaiting_second'
  return request.type === 'deposit' ? 'filed' : 'held'
}

/** May this operator decide the request? Only the operator who claimed it, and never the first approver (`self`). */
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
 * Whether payment needs the approval of a second operator first: open withdrawals of at least `from` (1/10 000 of the
 * unit; null: no bound) that have no approval yet.
 */
export function needsSecond(
  request: Pick<DecidableRequest, 'type' | 'state' | 'approvedBy'> & { amount: Amount },
  from: Amount | null,
): boolean {
  if (request.type !== 'withdraw' || !isOpen(request.state) || request.approvedBy !== null) return false
  return from !== null && request.amount >= from
}
