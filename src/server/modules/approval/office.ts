import { sql, type SqlBool } from 'kysely'
import type { OfficeCorrection } from '#contract/approval.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { isCorrection, type ApprovalCommands } from '#domain/approval.ts'
import { amountToWire } from '#domain/money.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { requireProof } from '#server/auth/factor.ts'
import { brandIdsOf, operatorName } from '#server/auth/office-scope.ts'
import { crashPoint } from '#server/crash-point.ts'
import { lockWallet, postIn, type Tx } from '#server/ledger/ledger.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { isErased } from '#server/modules/member/store.ts'
import { expectLessCash } from '#server/modules/slot/store.ts'
import { listCorrections, readCorrection, type CorrectionScope } from './corrections.ts'
import {
  decideApproval,
  findProposal,
  isDecisionKeyUsed,
  lockDecisionKey,
  lockOpenApproval,
  onePersonWith,
  propose,
  readDecided,
} from './store.ts'

/**
 * Corrections of a member's balance: one operator proposes, another decides, and the approval books the stored command
 * once. The locks are taken in this order: request id, wallet, proposal.
 */
export const approvalOfficeHandlers = {
  'get-corrections': getCorrections,
  'propose-correction': proposeCorrection,
  'approve-correction': approveCorrection,
  'refuse-correction': refuseCorrection,
} satisfies Partial<OfficeHandlers>

function scopeOf(context: OfficeContext): CorrectionScope {
  return { brandIds: brandIdsOf(context), operatorId: context.caller.operatorId }
}

async function getCorrections(
  context: OfficeContext,
  body: OfficeBody<'get-corrections'>,
): Promise<OfficeAnswer<'get-corrections'>> {
  return { status: 'success', ...(await listCorrections(context.deps.db, body, scopeOf(context))) }
}

async function proposeCorrection(
  context: OfficeContext,
  body: OfficeBody<'propose-correction'>,
): Promise<OfficeAnswer<'propose-correction'>> {
  const { operatorId } = context.caller
  const { id: member, requestId: key, account, amount, reason } = body
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'propose-correction'>> => {
    await lockDecisionKey(tx, key)
    const row = await findMember(tx, context, member)
    const wallet = row === null ? null : await lockWallet(tx, row.id)
    if (row === null || wallet === null) return { status: 'none' }
    const command = { act: 'adjust_balance', member, account, amount, reason } as const
    const before = await findProposal(tx, key, { by: operatorId, command })
    if (before?.isSame) return success(tx, context, before.id)
    if (before !== null || (await isDecisionKeyUsed(tx, key, member))) return { status: 'conflict' }
    if (!isCorrection(amount)) return { status: 'amount' }
    // Nobody could be paid from there.
    if (amount > 0n && (await isErased(tx, row.id))) return { status: 'none' }
    const open = await lockOpenApproval(tx, context.deps.config.secret, member)
    if (open !== null && open !== 'expired') return { status: 'open' }
    if (wallet[account] + amount < 0n) return { status: 'short' }
    await requireProof(tx, context)
    const proposal = { brandId: row.brandId, memberId: row.id, subject: member, command, by: operatorId, key }
    const approvalId = await propose(tx, proposal)
    await auditCorrection(tx, context, 'correction.propose', { ...row, approvalId, command, reason })
    return success(tx, context, approvalId)
  })
}

async function approveCorrection(
  context: OfficeContext,
  body: OfficeBody<'approve-correction'>,
): Promise<OfficeAnswer<'approve-correction'>> {
  const { db, events } = context.deps
  const moved: bigint[] = []
  const answer = await db.transaction().execute(async (tx): Promise<OfficeAnswer<'approve-correction'>> => {
    const found = await lockCorrection(tx, context, { ...body, decision: { state: 'approved' } })
    if ('answer' in found) return found.answer
    const { memberId, brandId, command } = found
    const by = { by: context.caller.operatorId, key: body.requestId }
    await requireProof(tx, context)
    await decideApproval(tx, { id: body.id }, { state: 'approved', ...by })
    const contra = await sql<{ id: number }>`SELECT ledger_account(${brandId}, 'adjustment', '') AS id`.execute(tx)
    const posted = await postIn(tx, {
      memberId,
      kind: 'adjustment',
      source: 'office',
      key: body.id,
      ref: body.id,
      request: ['adjust_balance', body.id, command.account, command.amount],
      ...(command.account === 'cash' ? { cash: command.amount } : { comp: command.amount }),
      contraId: contra.rows[0]?.id ?? 0,
    })
    if (posted.outcome !== 'done') throw new Error(`booking correction ${body.id} ended as: ${posted.outcome}`)
    crashPoint('office.posted')
    await auditCorrection(tx, context, 'correction.approve', { ...found, approvalId: body.id, reason: command.reason })
    moved.push(memberId)
    return success(tx, context, body.id)
  })
  crashPoint('office.committed')
  for (const memberId of moved) {
    expectLessCash(context.deps, memberId)
    events.publish({ kind: 'balance', memberId })
  }
  return answer
}

async function refuseCorrection(
  context: OfficeContext,
  body: OfficeBody<'refuse-correction'>,
): Promise<OfficeAnswer<'refuse-correction'>> {
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'refuse-correction'>> => {
    const decision = { state: 'refused', reason: body.reason } as const
    const found = await lockCorrection(tx, context, { ...body, decision })
    if ('answer' in found) return found.answer.status === 'short' ? { status: 'conflict' } : found.answer
    const by = { by: context.caller.operatorId, key: body.requestId }
    await decideApproval(tx, { id: body.id }, { state: 'refused', ...by })
    await auditCorrection(tx, context, 'correction.refuse', { ...found, approvalId: body.id, reason: body.reason })
    return success(tx, context, body.id)
  })
}

type Found = { memberId: bigint; brandId: number; member: string; command: ApprovalCommands['adjust_balance'] }
type Answered = OfficeAnswer<'approve-correction'>
type Decision = { state: 'approved' } | { state: 'refused'; reason: string }

/**
 * Locks an open correction for a decision of the caller; or the answer, where there is nothing to decide: the same
 * decision under the same request id gets its answer again.
 */
async function lockCorrection(
  tx: Tx,
  context: OfficeContext,
  { id, requestId: key, decision }: { id: string; requestId: string; decision: Decision },
): Promise<Found | { answer: Answered }> {
  const { operatorId } = context.caller
  await lockDecisionKey(tx, key)
  const known = await tx
    .selectFrom('approval')
    .select(['member_id', 'subject'])
    .where('id', '=', id)
    .where('kind', '=', 'adjust_balance')
    .where(sql<SqlBool>`brand_id = any(${brandIdsOf(context)}::int[])`)
    .executeTakeFirst()
  const memberId = known?.member_id ?? null
  const wallet = memberId === null ? null : await lockWallet(tx, memberId)
  if (known === undefined || memberId === null || wallet === null) return { answer: { status: 'none' } }
  const open = await lockOpenApproval(tx, context.deps.config.secret, known.subject)
  const asked = { id, subject: known.subject, act: 'correction.refuse', key, by: operatorId, decision } as const
  const row = await readDecided(tx, asked)
  if (row.isSame !== null) return { answer: row.isSame ? await success(tx, context, id) : { status: 'conflict' } }
  const isUsed = (await findProposal(tx, key, { by: operatorId, command: null })) !== null
  if (isUsed || (await isDecisionKeyUsed(tx, key, id))) return { answer: { status: 'conflict' } }
  if (row.state !== 'open') {
    const by = row.decidedBy === null ? '' : await operatorName(tx, row.decidedBy)
    return { answer: { status: 'late', by } }
  }
  // Open, but not the row that is locked: nothing is decided on it.
  if (open === null || open === 'expired' || open.id !== id) return { answer: { status: 'none' } }
  if ((await onePersonWith(tx, operatorId)).includes(open.proposedBy)) return { answer: { status: 'self' } }
  const { command, brandId } = open
  if (command.act !== 'adjust_balance' || open.memberId !== memberId) return { answer: { status: 'none' } }
  if (decision.state === 'approved' && wallet[command.account] + command.amount < 0n)
    return { answer: { status: 'short' } }
  if (brandId === null) throw new Error(`correction ${id} is of no brand`)
  return { memberId, brandId, member: known.subject, command }
}

async function findMember(
  tx: Tx,
  context: OfficeContext,
  publicId: string,
): Promise<{ id: bigint; brandId: number; member: string } | null> {
  const row = await tx
    .selectFrom('member')
    .select(['id', 'brand_id'])
    .where('public_id', '=', publicId)
    .where(sql<SqlBool>`brand_id = any(${brandIdsOf(context)}::int[])`)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, brandId: row.brand_id, member: publicId }
}

async function success(
  tx: Tx,
  context: OfficeContext,
  id: string,
): Promise<{ status: 'success'; correction: OfficeCorrection }> {
  return { status: 'success', correction: await readCorrection(tx, id, scopeOf(context)) }
}

/** The audit row of a step; the books compare those of a booked correction with it (`issued-by-two`). */
async function auditCorrection(
  tx: Tx,
  context: OfficeContext,
  act: 'correction.propose' | 'correction.approve' | 'correction.refuse',
  step: Pick<Found, 'brandId' | 'member'> & {
    approvalId: string
    command: Pick<ApprovalCommands['adjust_balance'], 'account' | 'amount'>
    reason: string
  },
): Promise<void> {
  const { account, amount } = step.command
  const detail = { approval: step.approvalId, account, amount: amountToWire(amount), reason: step.reason }
  await auditAct(tx, context, { act, brandId: step.brandId, subject: step.member, detail })
}
