import { moneyRequestOfficeRoutes, type OfficeRequest } from '#contract/money-request.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import {
  decideClaim,
  decideRelease,
  decideVerdict,
  needsSecond,
  unclaimedState,
} from '#domain/money-request-decision.ts'
import { scaleByPpmFloor, amountToWire, type Amount } from '#domain/money.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { moneyOutStoppedSince } from '#server/ledger/book-runs.ts'
import { lockWallet, postIn, type Tx } from '#server/ledger/ledger.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import {
  countOpen,
  isDecisionKeyUsed,
  listRequests,
  lockRequest,
  readHistory,
  readRequest,
  secondApprovalFrom,
  stepRequest,
  type LockedRequest,
  type RequestStep,
} from './store.ts'
import { operatorName, brandIdsOf, brandsOf, containing } from '#server/auth/office-scope.ts'

/**
 * The queue: operators claim and decide money requests. Locks are taken in the common order: the request, then the
 * state of money-out, then the wallet. The money is posted under the request's own id, so it moves at most once.
 */
export const moneyRequestOfficeHandlers = {
  'get-requests': getRequests,
  'get-request': getRequest,
  'claim-request': claimRequest,
  'release-request': releaseRequest,
  'approve-deposit': approveDeposit,
  'reject-request': rejectRequest,
  'approve-withdrawal': approveWithdrawal,
  'pay-withdrawal': payWithdrawal,
} satisfies Partial<OfficeHandlers>

function scopeOf(context: OfficeContext): { brandIds: number[]; operatorId: bigint } {
  return { brandIds: brandIdsOf(context), operatorId: context.caller.operatorId }
}

async function getRequests(
  context: OfficeContext,
  body: OfficeBody<'get-requests'>,
): Promise<OfficeAnswer<'get-requests'>> {
  const scope = scopeOf(context)
  const search = body.search?.trim() ? containing(body.search) : undefined
  const [page, counts] = await Promise.all([
    listRequests(context.deps.db, { ...body, search }, scope),
    countOpen(context.deps.db, scope),
  ])
  return { status: 'success', ...page, counts }
}

async function getRequest(
  context: OfficeContext,
  body: OfficeBody<'get-request'>,
): Promise<OfficeAnswer<'get-request'>> {
  const { db } = context.deps
  const request = await readRequest(db, body.id, scopeOf(context))
  if (request === null) return { status: 'none' }
  const history = await readHistory(db, body.id)
  if (request.bank === null || !request.mine || request.state !== 'claimed') {
    return { status: 'success', request, history }
  }
  const banknum = await revealBankNumber(context, body.id)
  return { status: 'success', request: { ...request, bank: { ...request.bank, banknum } }, history }
}

/** The full account number that a withdrawal is paid to, for the operator who claimed it. Reading it is audited. */
async function revealBankNumber(context: OfficeContext, id: string): Promise<string> {
  return context.deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('money_request')
      .select(['brand_id', 'bank_number_sealed', 'key_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.bank_number_sealed === null || row.key_id === null) return ''
    await auditAct(tx, context, { act: 'request.see-account-number', brandId: row.brand_id, subject: id })
    return createEncryption(context.deps.config).decryptText(row.key_id, row.bank_number_sealed)
  })
}

/** Whether the operator claims or releases against another's claim: requested, and allowed to their roles. */
function takesOver(
  { caller }: OfficeContext,
  name: 'claim-request' | 'release-request',
  body: { takeOver: boolean },
): boolean {
  const { takeOver } = moneyRequestOfficeRoutes[name].fieldRoles
  return body.takeOver && takeOver.some((role) => caller.roles.includes(role))
}

async function claimRequest(
  context: OfficeContext,
  body: OfficeBody<'claim-request'>,
): Promise<OfficeAnswer<'claim-request'>> {
  return withRequest(context, body.id, async (tx, request) => {
    const decision = decideClaim(request, context.caller.operatorId, takesOver(context, 'claim-request', body))
    if (decision === 'late') return { status: 'late', by: await deciderOf(tx, request) }
    if (decision === 'taken') return { status: 'taken', by: await claimerOf(tx, request) }
    if (decision === 'self') return { status: 'self' }
    if (decision === 'claim') {
      const from = request.claimedBy === null ? '' : await claimerOf(tx, request)
      await step(tx, context, request, { state: 'claimed', claimedBy: context.caller.operatorId }, from)
      await auditAct(tx, context, {
        act: from === '' ? 'request.claim' : 'request.take-over',
        brandId: request.brandId,
        subject: request.id,
        detail: from === '' ? {} : { from },
      })
    }
    return { status: 'success', request: await reread(tx, context, request.id) }
  })
}

async function releaseRequest(
  context: OfficeContext,
  body: OfficeBody<'release-request'>,
): Promise<OfficeAnswer<'release-request'>> {
  return withRequest(context, body.id, async (tx, request) => {
    const decision = decideRelease(request, context.caller.operatorId, takesOver(context, 'release-request', body))
    if (decision === 'late') return { status: 'late', by: await deciderOf(tx, request) }
    if (decision === 'taken') return { status: 'taken', by: await claimerOf(tx, request) }
    if (decision === 'release') {
      await step(tx, context, request, { state: unclaimedState(request), claimedBy: null }, '')
      await auditAct(tx, context, { act: 'request.release', brandId: request.brandId, subject: request.id })
    }
    return { status: 'success', request: await reread(tx, context, request.id) }
  })
}

async function approveDeposit(
  context: OfficeContext,
  body: OfficeBody<'approve-deposit'>,
): Promise<OfficeAnswer<'approve-deposit'>> {
  return withRequest(context, body.id, async (tx, request) => {
    if (request.type !== 'deposit') return { status: 'none' }
    const isSame = request.state === 'paid' && request.credited === body.credited
    const answered = await answerBefore(tx, context, request, { ...body, earlier: decisionOf(request), isSame })
    if (answered !== null) return answered
    const brand = brandsOf(context).find((one) => one.id === request.brandId)
    if (brand === undefined) throw new Error(`brand ${request.brandId} of a request is unknown`)
    // An amount above both the largest deposit and the requested amount is a typing error.
    const most = request.amount > brand.deposit.max ? request.amount : brand.deposit.max
    if (body.credited === 0n || body.credited > most) return { status: 'amount' }
    await move(tx, context, request, {
      kind: 'deposit_paid',
      amount: body.credited,
      cash: body.credited,
      held: 0n,
      turnover: scaleByPpmFloor(body.credited, brand.turnoverPpm),
    })
    const decision = { ...signed(context, body), credited: body.credited }
    return record(tx, context, request, {
      act: 'request.approve',
      note: body.note,
      change: { state: 'paid', decision },
    })
  })
}

async function rejectRequest(
  context: OfficeContext,
  body: OfficeBody<'reject-request'>,
): Promise<OfficeAnswer<'reject-request'>> {
  return withRequest(context, body.id, async (tx, request) => {
    const isSame = request.state === 'rejected' && request.reason === body.reason
    const answered = await answerBefore(tx, context, request, { ...body, earlier: decisionOf(request), isSame })
    if (answered !== null) return answered
    // A rejected deposit never moved money; a withdrawal's money returns to the balance.
    if (request.type === 'withdraw') {
      const { amount } = request
      await move(tx, context, request, { kind: 'withdraw_rejected', amount, cash: amount, held: -amount, turnover: 0n })
    }
    const decision = { ...signed(context, body), reason: body.reason }
    const change: RequestStep = { state: 'rejected', decision }
    return record(tx, context, request, { act: 'request.reject', note: body.reason, change })
  })
}

/**
 * The first approval of a large withdrawal: it moves no money and releases the request, so that another operator claims
 * it.
 */
async function approveWithdrawal(
  context: OfficeContext,
  body: OfficeBody<'approve-withdrawal'>,
): Promise<OfficeAnswer<'approve-withdrawal'>> {
  return withRequest(context, body.id, async (tx, request) => {
    if (request.type !== 'withdraw') return { status: 'none' }
    const earlier = { key: request.approvalKey, by: request.approvedBy }
    const answered = await answerBefore(tx, context, request, { ...body, earlier, isSame: true })
    if (answered !== null) return answered
    if (!needsSecond(request, await secondApprovalFrom(tx, request.brandId))) return { status: 'single' }
    const since = await moneyOutStoppedSince(tx)
    if (since !== null) return { status: 'stopped', since: since.toISOString() }
    const change: RequestStep = { state: 'awaiting_second', claimedBy: null, approval: signed(context, body) }
    return record(tx, context, request, { act: 'request.approve-first', note: body.note, change })
  })
}

async function payWithdrawal(
  context: OfficeContext,
  body: OfficeBody<'pay-withdrawal'>,
): Promise<OfficeAnswer<'pay-withdrawal'>> {
  return withRequest(context, body.id, async (tx, request) => {
    if (request.type !== 'withdraw') return { status: 'none' }
    const isSame = request.state === 'paid'
    const answered = await answerBefore(tx, context, request, { ...body, earlier: decisionOf(request), isSame })
    if (answered !== null) return answered
    if (needsSecond(request, await secondApprovalFrom(tx, request.brandId))) return { status: 'second' }
    const since = await moneyOutStoppedSince(tx)
    if (since !== null) return { status: 'stopped', since: since.toISOString() }
    const { amount } = request
    await move(tx, context, request, { kind: 'withdraw_paid', amount, cash: 0n, held: -amount, turnover: 0n })
    const decision = { ...signed(context, body), credited: amount }
    return record(tx, context, request, { act: 'request.pay', note: body.note, change: { state: 'paid', decision } })
  })
}

/** The request id and the operator of a request's decision or first approval. */
type EarlierAct = { key: string | null; by: bigint | null }

function decisionOf(request: LockedRequest): EarlierAct {
  return { key: request.decisionKey, by: request.decidedBy }
}

/** The operator and the request id that a decision or a first approval is stored under. */
function signed(context: OfficeContext, call: { requestId: string }): { by: bigint; key: string } {
  return { by: context.caller.operatorId, key: call.requestId }
}

type Answered =
  | { status: 'success'; request: OfficeRequest }
  | { status: 'unclaimed' | 'self' | 'conflict' }
  | { status: 'taken' | 'late'; by: string }

/**
 * The answer to a call that must not act, because its request id took effect before or the rules refuse it; null when
 * it may act. The id is checked first: the same call gets its answer again, and the id of another act, amount or
 * request is a conflict. `isSame`: the stored act equals the one of this call.
 */
async function answerBefore(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  call: { requestId: string; earlier: EarlierAct; isSame: boolean },
): Promise<Answered | null> {
  const { operatorId } = context.caller
  if ([request.approvalKey, request.decisionKey].includes(call.requestId)) {
    const isRepeated = call.earlier.key === call.requestId && call.earlier.by === operatorId && call.isSame
    return isRepeated ? { status: 'success', request: await reread(tx, context, request.id) } : { status: 'conflict' }
  }
  if (await isDecisionKeyUsed(tx, call.requestId, request.id)) return { status: 'conflict' }
  const may = decideVerdict(request, operatorId)
  if (may === 'late') return { status: may, by: await deciderOf(tx, request) }
  if (may === 'taken') return { status: may, by: await claimerOf(tx, request) }
  return may === 'go' ? null : { status: may }
}

/** Writes a decision to the request's row, its history and the audit, after the money has moved. */
async function record(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  { act, note = '', change }: { act: string; note?: string | undefined; change: RequestStep },
): Promise<{ status: 'success'; request: OfficeRequest }> {
  crashPoint('office.posted')
  await step(tx, context, request, change, note)
  const credited = change.decision?.credited
  await auditAct(tx, context, {
    act,
    brandId: request.brandId,
    subject: request.id,
    detail: {
      type: request.type,
      amount: amountToWire(request.amount),
      ...(credited === undefined ? {} : { credited: amountToWire(credited) }),
      ...(note === '' ? {} : { note }),
    },
  })
  return { status: 'success', request: await reread(tx, context, request.id) }
}

/** Moves a request's money under the request's own id. Takes the wallet's lock; the request's is already held. */
async function move(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  money: {
    kind: 'deposit_paid' | 'withdraw_paid' | 'withdraw_rejected'
    amount: Amount
    cash: Amount
    held: Amount
    turnover: Amount
  },
): Promise<void> {
  const contraId = await context.deps.ledger.accountId(request.brandId, 'cashier_clearing')
  await lockWallet(tx, request.memberId)
  const outcome = await postIn(tx, {
    memberId: request.memberId,
    kind: money.kind,
    source: 'office',
    key: request.id,
    request: [money.kind, money.amount, request.id],
    cash: money.cash,
    held: money.held,
    turnover: money.turnover,
    contraId,
    ref: request.id,
  })
  // The request was open under this lock, so its money cannot have moved: any other outcome is a fault of the books.
  if (outcome.outcome !== 'done') throw new Error(`${money.kind} of request ${request.id} answered ${outcome.outcome}`)
}

async function step(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  change: RequestStep,
  note: string,
): Promise<void> {
  await stepRequest(tx, request, change, { operatorId: context.caller.operatorId, note })
}

/** Runs an act with the request locked, and notifies the member's browsers after the commit. */
async function withRequest<Answer extends { status: string }>(
  context: OfficeContext,
  id: string,
  act: (tx: Tx, request: LockedRequest) => Promise<Answer>,
): Promise<Answer | { status: 'none' }> {
  const { db, events } = context.deps
  const done = await db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, id, brandIdsOf(context))
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

async function reread(tx: Tx, context: OfficeContext, id: string): Promise<OfficeRequest> {
  const request = await readRequest(tx, id, scopeOf(context))
  if (request === null) throw new Error(`request ${id} is missing although it is locked`)
  return request
}

/** The name of the decider: an operator, or the member who cancelled the request. */
async function deciderOf(tx: Tx, request: LockedRequest): Promise<string> {
  if (request.decidedBy !== null) return operatorName(tx, request.decidedBy)
  const member = await tx
    .selectFrom('member')
    .select('login_id')
    .where('id', '=', request.memberId)
    .executeTakeFirstOrThrow()
  return member.login_id
}

async function claimerOf(tx: Tx, request: LockedRequest): Promise<string> {
  return request.claimedBy === null ? '' : operatorName(tx, request.claimedBy)
}
