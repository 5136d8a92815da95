import type { RequestState } from './cash-request.ts'

/**
 * What an operator may do with a request for money. A request is claimed by one operator before it is decided; a claim
 * can be given back, or taken over by a manager; a decision is made once. Rules only: nothing here reads or writes.
 */

/** The states that wait for a decision. */
export const openRequestStates = ['filed', 'claimed', 'held', 'awaiting_second'] as const satisfies RequestState[]

/** What the rules need to know of a request. */
export type DecidableRequest = {
  type: 'deposit' | 'withdraw'
  state: RequestState
  /** The operator who has it, or null. */
  claimedBy: bigint | null
}

/** Whether a request still waits for a decision. */
export function isOpen(state: RequestState): boolean {
  return openRequestStates.some((open) => open === state)
}

/**
 * May this operator take the request on? `keep`: it is theirs already. `taken`: another has it, and the caller is no
 * manager or did not ask to take over. `late`: it is decided.
 */
export function decideClaim(
  request: DecidableRequest,
  operatorId: bigint,
  takesOver: boolean,
): 'claim' | 'keep' | 'taken' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.claimedBy === operatorId) return 'keep'
  if (request.claimedBy !== null && !takesOver) return 'taken'
  return 'claim'
}

/** May this operator put the request back? `keep`: nobody has it, which is what was asked for. */
export function decideRelease(request: DecidableRequest, operatorId: bigint): 'release' | 'keep' | 'taken' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.claimedBy === null) return 'keep'
  return request.claimedBy === operatorId ? 'release' : 'taken'
}

/** The state of a request that nobody has: a withdrawal's money stays held. */
export function unclaimedState(type: DecidableRequest['type']): RequestState {
  return type === 'deposit' ? 'filed' : 'held'
}

/** May this operator decide the request? Only the one who claimed it. */
export function decideVerdict(request: DecidableRequest, operatorId: bigint): 'go' | 'unclaimed' | 'taken' | 'late' {
  if (!isOpen(request.state)) return 'late'
  if (request.claimedBy === null) return 'unclaimed'
  return request.claimedBy === operatorId ? 'go' : 'taken'
}
