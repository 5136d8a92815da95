import { enrolmentHashes } from '#server/auth/enrolment-code.ts'
import { sql } from 'kysely'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { enrolmentHours } from '#domain/factor.ts'
import { readRecorded } from '#server/db/recorded-row.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { operatorName } from '#server/auth/office-scope.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import {
  decideApproval,
  findProposal,
  isDecisionKeyUsed,
  lockDecisionKey,
  lockOpenApproval,
  onePersonWith,
  propose,
  readRefusalReason,
} from '#server/modules/approval/store.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { lockOperator, newEnrolmentCode, resetFactors } from '#server/modules/factor/store.ts'
import { findOperatorId, seenOperators } from './store.ts'

/**
 * Resets of an operator's sign-in: one manager proposes, another approves and receives the code. Who has the code can
 * enrol in the operator's place, so afterwards the operator counts as the same person as these two for 96 hours
 * (`onePersonWith`). The locks are taken in this order: request id, operator, proposal.
 */

export async function proposeOperatorReset(
  context: OfficeContext,
  body: OfficeBody<'propose-operator-reset'>,
): Promise<OfficeAnswer<'propose-operator-reset'>> {
  const { id: operator, requestId: key, reason } = body
  const by = context.caller.operatorId
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'propose-operator-reset'>> => {
    await lockDecisionKey(tx, key)
    const operatorId = await findOperatorId(tx, context, operator)
    if (operatorId === null) return { status: 'none' }
    const command = { act: 'reset_operator', operator, reason } as const
    const before = await findProposal(tx, key, { by, command })
    if (before?.isSame) return { status: 'success' }
    if (before !== null || (await isDecisionKeyUsed(tx, key, operator))) return { status: 'conflict' }
    if (operatorId === by) return { status: 'self' }
    await lockOperator(tx, operatorId)
    if ((await verifiedLogin(tx, context, operatorId, operator)) === null) return { status: 'none' }
    const open = await lockOpenApproval(tx, context.deps.config.secret, operator)
    if (open !== null && open !== 'expired') return { status: 'open' }
    const approval = await propose(tx, { brandId: null, memberId: null, subject: operator, command, by, key })
    await auditReset(tx, context, 'operator-reset.propose', { operator, approval, reason })
    return { status: 'success' }
  })
}

/** Ends the operator's sign-in. The code is in this answer only: a repeated call is answered `late`. */
export async function approveOperatorReset(
  context: OfficeContext,
  body: OfficeBody<'approve-operator-reset'>,
): Promise<OfficeAnswer<'approve-operator-reset'>> {
  const { id: approval, requestId: key } = body
  const { operatorId: by, sessionId } = context.caller
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'approve-operator-reset'>> => {
    const found = await lockReset(tx, context, { id: approval, key, decision: { state: 'approved' } })
    if ('answer' in found) return found.answer
    const { operator, operatorId, reason } = found
    if (operatorId === by) return { status: 'self' }
    const login = await verifiedLogin(tx, context, operatorId, operator)
    if (login === null) return { status: 'none' }
    await decideApproval(tx, { id: approval }, { state: 'approved', by, key })
    await resetFactors(tx, operatorId)
    const code = newEnrolmentCode()
    const [codeHash] = enrolmentHashes(context.deps.config.secret, operatorId, code)
    const { rows } = await sql<{ done: boolean }>`
      SELECT operator_end_password(${operatorId}, ${sessionId}, ${codeHash}, ${enrolmentHours}) AS done`.execute(tx)
    if (!rows[0]?.done) throw new Error('the password of an operator could not be ended')
    await auditReset(tx, context, 'operator-reset.approve', { operator, approval, reason })
    return { status: 'success', code, login }
  })
}

/** A manager who is concerned may refuse too: they can sign in, so they have lost nothing. */
export async function refuseOperatorReset(
  context: OfficeContext,
  body: OfficeBody<'refuse-operator-reset'>,
): Promise<OfficeAnswer<'refuse-operator-reset'>> {
  const { id: approval, requestId: key, reason } = body
  const by = context.caller.operatorId
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'refuse-operator-reset'>> => {
    const found = await lockReset(tx, context, { id: approval, key, decision: { state: 'refused', reason } })
    if ('answer' in found) return found.wasRefused ? { status: 'success' } : found.answer
    await decideApproval(tx, { id: approval }, { state: 'refused', by, key })
    await auditReset(tx, context, 'operator-reset.refuse', { operator: found.operator, approval, reason })
    return { status: 'success' }
  })
}

/**
 * The login of an operator whose row is as it was recorded, with that public id; null where somebody altered it in the database: the code
 * would be another operator's.
 */
async function verifiedLogin(
  tx: Tx,
  { deps }: OfficeContext,
  operatorId: bigint,
  publicId: string,
): Promise<string | null> {
  const operator = await readRecorded(tx, deps.config.secret, 'operator', operatorId)
  if (operator?.['public_id'] === publicId) return String(operator['login'])
  deps.log.error({ operator: publicId }, 'an operator is not as they were recorded')
  return null
}

type Answered = { status: 'none' | 'self' | 'conflict' } | { status: 'late'; by: string }
type Found = { operator: string; operatorId: bigint; reason: string }
type Decision = { state: 'approved' } | { state: 'refused'; reason: string }

/**
 * Locks an open reset for a decision of the caller; or the answer, where there is nothing to decide. `wasRefused`: the
 * caller refused it under the same request id.
 */
async function lockReset(
  tx: Tx,
  context: OfficeContext,
  { id, key, decision }: { id: string; key: string; decision: Decision },
): Promise<Found | { answer: Answered; wasRefused: boolean }> {
  const { operatorId: by } = context.caller
  const answered = (answer: Answered, wasRefused = false) => ({ answer, wasRefused })
  await lockDecisionKey(tx, key)
  const known = await seenOperators(tx, context)
    .innerJoin('approval as a', 'a.subject', 'o.public_id')
    .select(['o.id', 'o.public_id'])
    .where('a.id', '=', id)
    .where('a.kind', '=', 'reset_operator')
    .executeTakeFirst()
  if (known === undefined) return answered({ status: 'none' })
  await lockOperator(tx, known.id)
  const open = await lockOpenApproval(tx, context.deps.config.secret, known.public_id)
  const row = await tx
    .selectFrom('approval')
    .select(['state', 'decided_by', 'decision_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isUsed = (await findProposal(tx, key, { by, command: null })) !== null
  if (isUsed || (await isDecisionKeyUsed(tx, key, id))) return answered({ status: 'conflict' })
  if (row.state !== 'open') {
    const decider = row.decided_by === null ? '' : await operatorName(tx, row.decided_by)
    const late = answered({ status: 'late', by: decider })
    if (row.decision_key !== key) return late
    if (row.decided_by !== by || row.state !== decision.state) return answered({ status: 'conflict' })
    if (decision.state === 'approved') return late
    const refused = { act: 'operator-reset.refuse', approval: id, subject: known.public_id } as const
    const isSame = (await readRefusalReason(tx, refused)) === decision.reason
    return answered({ status: isSame ? 'self' : 'conflict' }, isSame)
  }
  // Open, but not the row that is locked: nothing is decided on it.
  if (open === null || open === 'expired' || open.id !== id) return answered({ status: 'none' })
  if ((await onePersonWith(tx, by)).includes(open.proposedBy)) return answered({ status: 'self' })
  if (open.command.act !== 'reset_operator') return answered({ status: 'none' })
  return { operator: known.public_id, operatorId: known.id, reason: open.command.reason }
}

/** The audit row of a step; the books compare those of an approved reset with it (`approvals`). */
async function auditReset(
  tx: Tx,
  context: OfficeContext,
  act: 'operator-reset.propose' | 'operator-reset.approve' | 'operator-reset.refuse',
  { operator, ...detail }: { operator: string; approval: string; reason: string },
): Promise<void> {
  await auditAct(tx, context, { act, brandId: null, subject: operator, detail })
}
