import { requestStatus, type RequestState, type RequestStatus, type RequestType } from './money-request.ts'
import type { Amount } from './money.ts'

/**
 * What an operator may do with a money request. A request is claimed by one operator before it is decided; a claim can
 * be released, or taken over by a manager; a decision is made once. Money that takes two operators is proposed by one and
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
  /**
   * The operator whose proposal is open (the first of two approvals), or null. The acting operator where they count as the
   * same person as the proposer.
   */
  proposedBy: bigint | null
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
 * caller is no manager or did not request a take-over. `self`: their proposal is open, so another must decide.
 * `late`: it is already decided.
 */
export function decideClaim(
  request: DecidableRequest,
  operatorId: bigint,
  takesOver: boolean,
): 'claim' | 'keep' | 'taken' | 'self' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.proposedBy === operatorId) return 'self'
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

/** The state of a request without a claim: a withdrawal's money stays held, and an open proposal remains. */
export function unclaimedState(request: Pick<DecidableRequest, 'type' | 'proposedBy'>): RequestState {
  if (request.proposedBy !== null) return 'awaiting_second'
  return request.type === 'deposit' ? 'filed' : 'held'
}

/** May this operator decide the request? Only the operator who claimed it, and never the proposer (`self`). */
export function decideVerdict(
  request: DecidableRequest,
  operatorId: bigint,
): 'go' | 'unclaimed' | 'taken' | 'self' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.proposedBy === operatorId) return 'self'
  if (request.claimedBy === null) return 'unclaimed'
  return request.claimedBy === operatorId ? 'go' : 'taken'
}

/** What decides whether money takes two operators. Amounts in 1/10 000 of the unit. */
export type SecondFacts = {
  type: RequestType
  /** What the member requested, and what is to be credited or paid. */
  amount: Amount
  credited: Amount
  /** What the member was credited (deposits) or paid (withdrawals) in the last 24 hours, without this request. */
  day: Amount
  /** The brand's amount for the type; null: none. */
  from: Amount | null
  /**
   * Whether the acting operator credited the member in the last 72 hours; or it is the member's first payment, and the
   * operator approved their registration or the member staked less than their deposits brought.
   */
  creditedByCaller: boolean
}

/**
 * Whether the acting operator cannot do it alone. Two are needed for a deposit credited with more than was requested;
 * for a payment to a member whom the operator credited in the last 72 hours, whatever the amount; and where the
 * member's sum of 24 hours reaches the brand's amount. What one operator credited or paid to one member is part of that
 * sum, so it needs no bound of its own.
 */
export function needsSecond(facts: SecondFacts): boolean {
  const { type, amount, credited, day, from, creditedByCaller } = facts
  if (type === 'deposit' && credited > amount) return true
  if (type === 'withdraw' && creditedByCaller) return true
  return from !== null && day + credited >= from
}
