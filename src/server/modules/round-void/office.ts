import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { ApprovalCommands } from '#domain/approval.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { requireProof } from '#server/auth/factor.ts'
import { operatorName } from '#server/auth/office-scope.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import {
  decideApproval,
  findProposal,
  isDecisionKeyUsed,
  lockDecisionKey,
  lockOpenApproval,
  onePersonWith,
  propose,
  readDecided,
} from '#server/modules/approval/store.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { findSeatRound } from './seat-rounds.ts'
import { readRoundVoid } from './store.ts'
import { findTableRound } from './table-rounds.ts'
import type { VoidableRound } from './voidable-round.ts'

/**
 * Voids of rounds: one operator proposes, another decides, and the approval makes the round void once. The locks are taken in this order:
 * request id, what the kind of round locks, proposal. So a void and a settlement wait for each other, and the void finds what the other left.
 */
export const roundVoidOfficeHandlers = {
  'propose-round-void': proposeVoid,
  'approve-round-void': approveVoid,
  'refuse-round-void': refuseVoid,
} satisfies Partial<OfficeHandlers>

/** The round of a table or with decisions that has this id in the operator's brands. */
async function findRound(tx: Tx, context: OfficeContext, id: string): Promise<VoidableRound | null> {
  return (await findTableRound(tx, context, id)) ?? (await findSeatRound(tx, context, id))
}

async function proposeVoid(
  context: OfficeContext,
  { id, requestId: key, reason }: OfficeBody<'propose-round-void'>,
): Promise<OfficeAnswer<'propose-round-void'>> {
  const { operatorId } = context.caller
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'propose-round-void'>> => {
    await lockDecisionKey(tx, key)
    const round = await findRound(tx, context, id)
    if (round === null) return { status: 'none' }
    const state = await round.lock()
    const command = { act: 'void_round', round: id, reason } as const
    const before = await findProposal(tx, key, { by: operatorId, command })
    if (before?.isSame) return success(tx, context, id)
    if (before !== null || (await isDecisionKeyUsed(tx, key, id))) return { status: 'conflict' }
    if (state === 'void') return { status: 'void' }
    const open = await lockOpenApproval(tx, context.deps.config.secret, id)
    if (open !== null && open !== 'expired') return { status: 'open' }
    await requireProof(tx, context)
    const proposal = { brandId: round.brandId, memberId: null, subject: id, command, by: operatorId, key }
    const approvalId = await propose(tx, proposal)
    await auditVoid(tx, context, 'round-void.propose', { ...round, approvalId, reason })
    return success(tx, context, id)
  })
}

async function approveVoid(
  context: OfficeContext,
  body: OfficeBody<'approve-round-void'>,
): Promise<OfficeAnswer<'approve-round-void'>> {
  const done: { publish: () => void } = { publish: () => {} }
  const answer = await context.deps.db
    .transaction()
    .execute(async (tx): Promise<OfficeAnswer<'approve-round-void'>> => {
      const found = await lockVoid(tx, context, { ...body, decision: { state: 'approved' } })
      if ('answer' in found) return found.answer
      const {
        round,
        state,
        command: { reason },
      } = found
      if (state === 'void') return { status: 'void' }
      await requireProof(tx, context)
      await decideApproval(
        tx,
        { id: body.id },
        { state: 'approved', by: context.caller.operatorId, key: body.requestId },
      )
      done.publish = await round.makeVoid({ approvalId: body.id, state, reason })
      crashPoint('office.posted')
      await auditVoid(tx, context, 'round-void.approve', { ...round, approvalId: body.id, reason, state })
      return success(tx, context, round.id)
    })
  crashPoint('office.committed')
  done.publish()
  return answer
}

async function refuseVoid(
  context: OfficeContext,
  body: OfficeBody<'refuse-round-void'>,
): Promise<OfficeAnswer<'refuse-round-void'>> {
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'refuse-round-void'>> => {
    const decision = { state: 'refused', reason: body.reason } as const
    const found = await lockVoid(tx, context, { ...body, decision })
    if ('answer' in found) return found.answer
    const by = { by: context.caller.operatorId, key: body.requestId }
    await decideApproval(tx, { id: body.id }, { state: 'refused', ...by })
    await auditVoid(tx, context, 'round-void.refuse', { ...found.round, approvalId: body.id, reason: body.reason })
    return success(tx, context, found.round.id)
  })
}

type Decision = { state: 'approved' } | { state: 'refused'; reason: string }
type Locked = { round: VoidableRound; state: string; command: ApprovalCommands['void_round'] }

/**
 * Locks an open proposal for a decision of the caller, with everything that a void changes; or the answer, where there is nothing to decide:
 * the same decision under the same request id gets its answer again.
 */
async function lockVoid(
  tx: Tx,
  context: OfficeContext,
  { id, requestId: key, decision }: { id: string; requestId: string; decision: Decision },
): Promise<Locked | { answer: OfficeAnswer<'refuse-round-void'> }> {
  const { operatorId } = context.caller
  await lockDecisionKey(tx, key)
  const known = await tx
    .selectFrom('approval')
    .select('subject')
    .where('id', '=', id)
    .where('kind', '=', 'void_round')
    .executeTakeFirst()
  const round = known === undefined ? null : await findRound(tx, context, known.subject)
  if (round === null) return { answer: { status: 'none' } }
  const state = await round.lock()
  const open = await lockOpenApproval(tx, context.deps.config.secret, round.id)
  const asked = { id, subject: round.id, act: 'round-void.refuse', key, by: operatorId, decision } as const
  const row = await readDecided(tx, asked)
  if (row.isSame !== null) return { answer: row.isSame ? await success(tx, context, round.id) : { status: 'conflict' } }
  const isUsed = (await findProposal(tx, key, { by: operatorId, command: null })) !== null
  if (isUsed || (await isDecisionKeyUsed(tx, key, id))) return { answer: { status: 'conflict' } }
  if (row.state !== 'open') {
    return { answer: { status: 'late', by: row.decidedBy === null ? '' : await operatorName(tx, row.decidedBy) } }
  }
  // Open, but not the row that is locked: nothing is decided on it.
  if (open === null || open === 'expired' || open.id !== id) return { answer: { status: 'none' } }
  if ((await onePersonWith(tx, operatorId)).includes(open.proposedBy)) return { answer: { status: 'self' } }
  const { command } = open
  if (command.act !== 'void_round' || open.brandId !== round.brandId || state === null)
    return { answer: { status: 'none' } }
  return { round, state, command }
}

async function success(tx: Tx, { caller }: OfficeContext, id: string) {
  return { status: 'success' as const, roundVoid: await readRoundVoid(tx, id, caller.operatorId) }
}

/** The audit row of a step; the books compare those of a void round with it (`office-voids`). */
async function auditVoid(
  tx: Tx,
  context: OfficeContext,
  act: 'round-void.propose' | 'round-void.approve' | 'round-void.refuse',
  step: Pick<VoidableRound, 'id' | 'brandId'> & { approvalId: string; reason: string; state?: string },
): Promise<void> {
  const { approvalId, reason, state } = step
  const detail = { approval: approvalId, reason, ...(state === undefined ? {} : { was: state }) }
  await auditAct(tx, context, { act, brandId: step.brandId, subject: step.id, detail })
}
