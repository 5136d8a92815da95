import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { ApprovalCommands } from '#domain/approval.ts'
import { stakesOfText } from '#domain/games/table/table-limits.ts'
import { voidNote } from '#domain/void-note.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { requireProof } from '#server/auth/factor.ts'
import { brandIdsOf, operatorName } from '#server/auth/office-scope.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { keepEnded, refuseEnded } from '#server/ledger/ended-rounds.ts'
import { readNewestSeries, requirePlace } from '#server/ledger/series-proofs.ts'
import {
  createTableProofKeys,
  lockRoundFacts,
  proveEnd,
  readPlacements,
  type RoundFacts,
  type StoredProof,
} from '#server/ledger/table-proofs.ts'
import { lockRoundToVoid, voidRoundByOffice } from '#server/ledger/tables.ts'
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
import { writeNote } from '#server/modules/note/store.ts'
import { companyOf, entryOf, resultOf } from '#server/modules/table/store.ts'
import { sql } from 'kysely'
import { readSharedRound, type RoundScope } from './rounds.ts'

/**
 * Voids of rounds: one operator proposes, another decides, and the approval makes the round void once. The locks are taken in this order:
 * request id, table, round, wallets by member, proposal. So a void and a settlement wait for each other, and the void finds what the other left.
 */

type Found = { id: string; tableId: number; brandId: number; gameCode: string; number: number }

function scopeOf(context: OfficeContext): RoundScope {
  return { brandIds: brandIdsOf(context), operatorId: context.caller.operatorId }
}

export async function proposeVoid(
  context: OfficeContext,
  { id, requestId: key, reason }: OfficeBody<'propose-round-void'>,
): Promise<OfficeAnswer<'propose-round-void'>> {
  const { operatorId } = context.caller
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'propose-round-void'>> => {
    await lockDecisionKey(tx, key)
    const round = await findRound(tx, context, id)
    if (round === null) return { status: 'none' }
    const state = await lockRoundToVoid(tx, id)
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

export async function approveVoid(
  context: OfficeContext,
  body: OfficeBody<'approve-round-void'>,
): Promise<OfficeAnswer<'approve-round-void'>> {
  const { db } = context.deps
  let touched: { tableId: number; members: readonly bigint[]; proof: StoredProof | null } | null = null
  const answer = await db.transaction().execute(async (tx): Promise<OfficeAnswer<'approve-round-void'>> => {
    const found = await lockVoid(tx, context, { ...body, decision: { state: 'approved' } })
    if ('answer' in found) return found.answer
    const { round, state, command } = found
    if (state === 'void') return { status: 'void' }
    await requireProof(tx, context)
    await decideApproval(tx, { id: body.id }, { state: 'approved', by: context.caller.operatorId, key: body.requestId })
    const voided = await voidRound(tx, context, { approvalId: body.id, round, state })
    if (state === 'settled') await writeNotes(tx, context, round, command.reason)
    crashPoint('office.posted')
    await auditVoid(tx, context, 'round-void.approve', { ...round, approvalId: body.id, reason: command.reason, state })
    touched = { tableId: round.tableId, ...voided }
    return success(tx, context, round.id)
  })
  crashPoint('office.committed')
  publish(context.deps, touched)
  return answer
}

function publish(
  deps: OfficeContext['deps'],
  touched: { tableId: number; members: readonly bigint[]; proof: StoredProof | null } | null,
): void {
  if (touched === null) return
  const { events } = deps
  if (touched.proof !== null) keepEnded(deps, touched.proof)
  events.publish({ kind: 'table', tableId: touched.tableId })
  for (const memberId of touched.members) {
    events.publish({ kind: 'balance', memberId })
    events.publish({ kind: 'note', memberId })
  }
}

export async function refuseVoid(
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
type Locked = { round: Found; state: string; command: ApprovalCommands['void_round'] }

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
  const state = await lockRoundToVoid(tx, round.id)
  const open = await lockOpenApproval(tx, context.deps.config.secret, round.id)
  const row = await tx
    .selectFrom('approval')
    .select(['state', 'decided_by', 'decision_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.decision_key === key) {
    const refused = { act: 'round-void.refuse', approval: id, subject: round.id } as const
    const isSame =
      row.state === decision.state &&
      row.decided_by === operatorId &&
      (decision.state === 'approved' || (await readRefusalReason(tx, refused)) === decision.reason)
    return { answer: isSame ? await success(tx, context, round.id) : { status: 'conflict' } }
  }
  const isUsed = (await findProposal(tx, key, { by: operatorId, command: null })) !== null
  if (isUsed || (await isDecisionKeyUsed(tx, key, id))) return { answer: { status: 'conflict' } }
  if (row.state !== 'open') {
    return { answer: { status: 'late', by: row.decided_by === null ? '' : await operatorName(tx, row.decided_by) } }
  }
  // Open, but not the row that is locked: nothing is decided on it.
  if (open === null || open === 'expired' || open.id !== id) return { answer: { status: 'none' } }
  if ((await onePersonWith(tx, operatorId)).includes(open.proposedBy)) return { answer: { status: 'self' } }
  const { command } = open
  if (command.act !== 'void_round' || open.brandId !== round.brandId || state === null)
    return { answer: { status: 'none' } }
  return { round, state, command }
}

/**
 * Makes a locked round void by its decided approval; resolves with the members whose money moved, and with the proof of its end where it was not dealt. Throws
 * where it was, and its row was altered: then its operators decide on a round that is not what they see.
 */
async function voidRound(
  tx: Tx,
  { deps }: OfficeContext,
  { approvalId, round, state }: { approvalId: string; round: Found; state: string },
): Promise<{ members: bigint[]; proof: StoredProof | null }> {
  const contra = await sql<{
    id: number
  }>`SELECT ledger_account(${round.brandId}, 'gaming', ${companyOf(round)}) AS id`.execute(tx)
  const contraId = contra.rows[0]?.id ?? 0
  const { game } = entryOf(round)
  const facts = await lockRoundFacts(tx, game, round.id)
  if (facts === null) throw new Error(`round ${round.id} is gone`)
  const isUnderway = state === 'open' || state === 'closed'
  if (isUnderway) {
    refuseEnded(deps, game, facts)
    await requirePlace(tx, deps, { game, proof: await readNewestSeries(tx, deps, round.tableId), place: facts.place })
  }
  const all = await readPlacements(tx, round.id)
  const placements = all.flatMap(({ memberId, key, isUndone }) => (isUndone ? [] : [{ memberId, key, contraId }]))
  const proof = proveEnd(deps.config.secret, facts, { outcome: null, placements: all })
  const ending = await endingByOffice(tx, deps, { facts, at: proof.at })
  await voidRoundByOffice(tx, deps.config.secret, { approvalId, roundId: round.id }, { placements, proof, ending })
  return { members: [...new Set(placements.map(({ memberId }) => memberId))], proof: isUnderway ? proof : null }
}

/** The keyed hash of a round that becomes void at this time; a settled one keeps when it was settled. */
async function endingByOffice(
  tx: Tx,
  { config }: Pick<OfficeContext['deps'], 'config'>,
  { facts, at }: { facts: RoundFacts; at: string },
): Promise<Buffer> {
  const { rows } = await sql<{ dealer: string; endedAt: string | null }>`
    SELECT r.dealer, to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "endedAt" FROM table_round r
     WHERE r.id = ${facts.roundId}::uuid`.execute(tx)
  const { dealer = '', endedAt = null } = rows[0] ?? {}
  const { tableId, number, roundId } = facts
  const end = { endedAt: endedAt ?? at, voidedAt: endedAt === null ? null : at }
  return createTableProofKeys(config.secret).sign({
    tableId,
    number,
    roundId,
    dealer,
    state: 'void',
    voidReason: 'office',
    ...end,
  })
}

/** Tells each member of a round that had been settled what was given back and taken. */
async function writeNotes(tx: Tx, context: OfficeContext, round: Found, reason: string): Promise<void> {
  const result = resultOf(sql`b.member_id`)
  const { rows } = await sql<{ memberId: bigint; spots: string; returned: bigint | null }>`
    SELECT b.member_id AS "memberId", string_agg(b.spots, ' ') AS spots, ${result} AS returned
      FROM table_bet b JOIN table_round r ON r.id = b.round_id
     WHERE r.id = ${round.id}::uuid AND b.undone_at IS NULL GROUP BY b.member_id, r.id ORDER BY b.member_id`.execute(tx)
  for (const { memberId, spots, returned } of rows) {
    const staked = stakesOfText(spots).reduce((sum, { stake }) => sum + stake, 0n)
    const { names } = entryOf(round)
    const texts = voidNote({ names, number: round.number, staked, returned: returned ?? 0n, reason })
    await writeNote(tx, { brandId: round.brandId, memberId, sentBy: context.caller.operatorId }, texts)
  }
}

async function findRound(tx: Tx, context: OfficeContext, id: string): Promise<Found | null> {
  const { rows } = await sql<Found>`
    SELECT r.id, r.table_id AS "tableId", t.brand_id AS "brandId", t.game_code AS "gameCode", r.number
      FROM table_round r JOIN game_table t ON t.id = r.table_id
     WHERE r.id = ${id}::uuid AND t.brand_id = any(${brandIdsOf(context)}::int[])`.execute(tx)
  return rows[0] ?? null
}

async function success(tx: Tx, context: OfficeContext, id: string) {
  const round = await readSharedRound(tx, id, scopeOf(context))
  if (round === null) throw new Error(`round ${id} is gone`)
  return { status: 'success' as const, round }
}

/** The audit row of a step; the books compare those of a void round with it (`table-voids`). */
async function auditVoid(
  tx: Tx,
  context: OfficeContext,
  act: 'round-void.propose' | 'round-void.approve' | 'round-void.refuse',
  step: Found & { approvalId: string; reason: string; state?: string },
): Promise<void> {
  const { approvalId, reason, state } = step
  const detail = { approval: approvalId, reason, ...(state === undefined ? {} : { was: state }) }
  await auditAct(tx, context, { act, brandId: step.brandId, subject: step.id, detail })
}
