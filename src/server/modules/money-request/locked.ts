import type { OfficeRequest } from '#contract/money-request.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { brandIdsOf, operatorName } from '#server/auth/office-scope.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { lockRequest, readRequest, type LockedRequest, type RequestScope } from './store.ts'

/** An act of an operator on a locked request, and what its answers name. */

/** The brands and the operator of a call, and what encrypted values are read with. */
export function scopeOf(context: OfficeContext): RequestScope {
  return { brandIds: brandIdsOf(context), operatorId: context.caller.operatorId, deps: context.deps }
}

/** Runs an act with the request locked, and notifies the member's browsers after the commit. */
export async function withRequest<Answer extends { status: string }>(
  context: OfficeContext,
  id: string,
  act: (tx: Tx, request: LockedRequest) => Promise<Answer>,
): Promise<Answer | { status: 'none' }> {
  const { db, events } = context.deps
  const done = await db.transaction().execute(async (tx) => {
    const { secret } = context.deps.config
    const scope = { secret, brandIds: brandIdsOf(context), operatorId: context.caller.operatorId }
    const request = await lockRequest(tx, id, scope)
    if (request === null) return null
    return { memberId: request.memberId, answer: await act(tx, request) }
  })
  if (done === null) return { status: 'none' }
  crashPoint('office.committed')
  if (done.answer.status === 'success') {
    events.publish({ kind: 'request', memberId: done.memberId })
    events.publish({ kind: 'balance', memberId: done.memberId })
  }
  return done.answer
}

/** The request as the office shows it, after a change in this transaction. */
export async function reread(tx: Tx, context: OfficeContext, id: string): Promise<OfficeRequest> {
  const request = await readRequest(tx, id, scopeOf(context))
  if (request === null) throw new Error(`request ${id} is missing although it is locked`)
  return request
}

/** The name of the decider: an operator, or the member who cancelled the request. */
export async function deciderOf(tx: Tx, request: LockedRequest): Promise<string> {
  if (request.decidedBy !== null) return operatorName(tx, request.decidedBy)
  const member = await tx
    .selectFrom('member')
    .select('login_id')
    .where('id', '=', request.memberId)
    .executeTakeFirstOrThrow()
  return member.login_id
}

/** The name of the operator who claimed the request; empty when nobody has. */
export async function claimerOf(tx: Tx, request: LockedRequest): Promise<string> {
  return request.claimedBy === null ? '' : operatorName(tx, request.claimedBy)
}
