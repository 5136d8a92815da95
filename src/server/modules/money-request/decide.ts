import type { OfficeRequest } from '#contract/money-request.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { isSameCommand, type ApprovalCommands, type RequestCommand, type RequestKind } from '#domain/approval.ts'
import { creditNote } from '#domain/credit-note.ts'
import { decideVerdict, needsSecond } from '#domain/money-request-decision.ts'
import { scaleByPpmFloor, amountToWire, type Amount } from '#domain/money.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { requireFactorAbove } from '#server/auth/factor.ts'
import { brandsOf } from '#server/auth/office-scope.ts'
import { moneyOutStoppedSince } from '#server/ledger/book-runs.ts'
import { excessRefusal } from '#server/ledger/limits.ts'
import { lockWallet, postIn, type Tx } from '#server/ledger/ledger.ts'
import {
  decideApproval,
  findProposal,
  isDecisionKeyUsed,
  lockDecisionKey,
  propose,
} from '#server/modules/approval/store.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { writeNote } from '#server/modules/note/store.ts'
import { isAccountUnreadable } from './account.ts'
import { claimerOf, deciderOf, reread, withRequest } from './locked.ts'
import {
  lockSecondFacts,
  readSecondFrom,
  readStepNote,
  stepRequest,
  type LockedRequest,
  type RequestStep,
} from './store.ts'

/**
 * The decisions of operators. Locks are taken in the common order: the request, the state of money-out, the brand, the
 * wallet. The money is posted under the request's own id, so it moves at most once. What one operator cannot decide
 * alone is proposed, and carried out from the proposal when another operator decides.
 */

type Command<Kind extends RequestKind> = Extract<RequestCommand, { act: Kind }>

/** What each kind of act does to a request and its money. */
const carryOut: {
  [Kind in RequestKind]: (
    tx: Tx,
    context: OfficeContext,
    request: LockedRequest,
    command: ApprovalCommands[Kind],
  ) => Promise<Pick<NonNullable<RequestStep['decision']>, 'credited' | 'reason'>>
} = {
  credit_deposit: async (tx, context, request, { credited, reason }) => {
    const turnover = scaleByPpmFloor(credited, brandOf(context, request).turnoverPpm)
    await move(tx, context, request, { kind: 'deposit_paid', amount: credited, cash: credited, held: 0n, turnover })
    if (credited !== request.amount) {
      const { brandId, memberId, amount: requested } = request
      const to = { brandId, memberId, sentBy: context.caller.operatorId }
      await writeNote(tx, to, creditNote({ requested, credited, reason }))
    }
    return { credited, reason }
  },
  pay_withdrawal: async (tx, context, request, { credited: amount }) => {
    await move(tx, context, request, { kind: 'withdraw_paid', amount, cash: 0n, held: -amount, turnover: 0n })
    return { credited: amount }
  },
}

export async function approveDeposit(
  context: OfficeContext,
  body: OfficeBody<'approve-deposit'>,
): Promise<OfficeAnswer<'approve-deposit'>> {
  const noted: bigint[] = []
  const answer = await withRequest<OfficeAnswer<'approve-deposit'>>(context, body.id, async (tx, request) => {
    if (request.type !== 'deposit') return { status: 'none' }
    const command = creditOf(request, body)
    if (command.credited !== request.amount) noted.push(request.memberId)
    const isSame =
      request.state === 'paid' && request.credited === command.credited && request.reason === command.reason
    const answered = await answerBefore(tx, context, request, { ...body, proposes: null, isSame })
    if (answered !== null) return answered
    const fault = creditFault(context, request, command)
    if (fault !== null) return { status: fault }
    const facts = await lockSecondFacts(tx, request, context.caller.operatorId)
    const excess = await excessFault(tx, request, command)
    if (excess !== null) return excess
    const isProposed = request.proposal !== null && isSameCommand(request.proposal.command, command)
    if (!isProposed && needsSecond({ ...facts, credited: command.credited })) return { status: 'second' }
    return pay(tx, context, request, { ...body, act: 'request.approve', command })
  })
  if (answer.status === 'success') for (const memberId of noted) context.deps.events.publish({ kind: 'note', memberId })
  return answer
}

/**
 * The first of two approvals of a deposit: it moves no money and releases the request, so that another operator claims
 * it. It refuses another operator's open proposal and takes its place.
 */
export async function proposeDeposit(
  context: OfficeContext,
  body: OfficeBody<'propose-deposit'>,
): Promise<OfficeAnswer<'propose-deposit'>> {
  return withRequest(context, body.id, async (tx, request) => {
    if (request.type !== 'deposit') return { status: 'none' }
    const command = creditOf(request, body)
    const answered = await answerBefore(tx, context, request, { ...body, proposes: command, isSame: false })
    if (answered !== null) return answered
    const fault = creditFault(context, request, command)
    if (fault !== null) return { status: fault }
    const facts = await lockSecondFacts(tx, request, context.caller.operatorId)
    const excess = await excessFault(tx, request, command)
    if (excess !== null) return excess
    const isProposed = request.proposal !== null && isSameCommand(request.proposal.command, command)
    if (isProposed || !needsSecond({ ...facts, credited: command.credited })) return { status: 'single' }
    return proposeAct(tx, context, request, { ...body, command })
  })
}

export async function rejectRequest(
  context: OfficeContext,
  body: OfficeBody<'reject-request'>,
): Promise<OfficeAnswer<'reject-request'>> {
  return withRequest(context, body.id, async (tx, request) => {
    const isSame = request.state === 'rejected' && request.reason === body.reason
    const answered = await answerBefore(tx, context, request, { ...body, note: body.reason, proposes: null, isSame })
    if (answered !== null) return answered
    // A rejected deposit never moved money; a withdrawal's money returns to the balance.
    if (request.type === 'withdraw') {
      const { amount } = request
      await move(tx, context, request, { kind: 'withdraw_rejected', amount, cash: amount, held: -amount, turnover: 0n })
    }
    const decision = { ...signed(context, body), reason: body.reason }
    if (request.proposal !== null)
      await decideApproval(tx, request.proposal, { state: 'refused', ...signed(context, body) })
    const change: RequestStep = { state: 'rejected', decision }
    return record(tx, context, request, { act: 'request.reject', note: body.reason, change })
  })
}

/**
 * The first of two approvals of a withdrawal: it moves no money and releases the request, so that another operator
 * claims it.
 */
export async function approveWithdrawal(
  context: OfficeContext,
  body: OfficeBody<'approve-withdrawal'>,
): Promise<OfficeAnswer<'approve-withdrawal'>> {
  return withRequest(context, body.id, async (tx, request) => {
    if (request.type !== 'withdraw') return { status: 'none' }
    const command = payoutOf(request)
    const answered = await answerBefore(tx, context, request, { ...body, proposes: command, isSame: false })
    if (answered !== null) return answered
    if (await isAccountUnreadable(tx, context.deps, request.id)) return { status: 'unreadable' }
    const since = await moneyOutStoppedSince(tx, context.deps.moneyOut)
    const facts = await lockSecondFacts(tx, request, context.caller.operatorId)
    if (request.proposal !== null || !needsSecond({ ...facts, credited: request.amount })) return { status: 'single' }
    if (since !== null) return { status: 'stopped', since: since.toISOString() }
    return proposeAct(tx, context, request, { ...body, command })
  })
}

export async function payWithdrawal(
  context: OfficeContext,
  body: OfficeBody<'pay-withdrawal'>,
): Promise<OfficeAnswer<'pay-withdrawal'>> {
  return withRequest(context, body.id, async (tx, request) => {
    if (request.type !== 'withdraw') return { status: 'none' }
    const isSame = request.state === 'paid'
    const answered = await answerBefore(tx, context, request, { ...body, proposes: null, isSame })
    if (answered !== null) return answered
    if (await isAccountUnreadable(tx, context.deps, request.id)) return { status: 'unreadable' }
    const since = await moneyOutStoppedSince(tx, context.deps.moneyOut)
    const facts = await lockSecondFacts(tx, request, context.caller.operatorId)
    if (request.proposal === null && needsSecond({ ...facts, credited: request.amount })) return { status: 'second' }
    if (since !== null) return { status: 'stopped', since: since.toISOString() }
    return pay(tx, context, request, { ...body, act: 'request.pay', command: payoutOf(request) })
  })
}

/** The act of crediting a deposit as a call names it. An amount as requested needs no reason. */
function creditOf(
  request: LockedRequest,
  body: { credited: Amount; reason?: string | undefined },
): Command<'credit_deposit'> {
  const { credited } = body
  const reason = credited === request.amount ? '' : (body.reason ?? '')
  return { act: 'credit_deposit', request: request.id, credited, reason }
}

function payoutOf(request: LockedRequest): Command<'pay_withdrawal'> {
  return { act: 'pay_withdrawal', request: request.id, credited: request.amount }
}

/** Why a deposit cannot be credited with this amount, or null. */
function creditFault(
  context: OfficeContext,
  request: LockedRequest,
  { credited, reason }: ApprovalCommands['credit_deposit'],
): 'amount' | 'reason' | null {
  const { max } = brandOf(context, request).deposit
  // An amount above both the largest deposit and the requested amount is a typing error.
  const most = request.amount > max ? request.amount : max
  if (credited === 0n || credited > most) return 'amount'
  return credited !== request.amount && reason === '' ? 'reason' : null
}

/**
 * Why a deposit cannot be credited with more than was requested, or null. The wallet is locked, so the credit and a limit
 * see each other; a proposal is judged again when it is carried out.
 */
async function excessFault(
  tx: Tx,
  request: LockedRequest,
  { credited }: ApprovalCommands['credit_deposit'],
): Promise<{ status: 'excluded' } | { status: 'limit'; remaining: string } | null> {
  const refusal = credited > request.amount ? await excessRefusal(tx, request.memberId, credited) : null
  if (refusal?.why === 'limit') return { status: 'limit', remaining: amountToWire(refusal.left) }
  return refusal && { status: refusal.why }
}

function brandOf(context: OfficeContext, request: LockedRequest): ReturnType<typeof brandsOf>[number] {
  const brand = brandsOf(context).find((one) => one.id === request.brandId)
  if (brand === undefined) throw new Error(`brand ${request.brandId} of a request is unknown`)
  return brand
}

/**
 * Carries out an act and decides the request. An open proposal of another operator ends with it: approved, and carried
 * out as it is stored, when it is the same act; else refused, because this operator may do another one alone.
 */
async function pay(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  call: { requestId: string; act: string; note?: string | undefined; command: RequestCommand },
): Promise<{ status: 'success'; request: OfficeRequest }> {
  const { proposal } = request
  const by = signed(context, call)
  const isProposed = proposal !== null && isSameCommand(proposal.command, call.command)
  if (proposal !== null) await decideApproval(tx, proposal, { state: isProposed ? 'approved' : 'refused', ...by })
  const command = isProposed ? proposal.command : call.command
  const done =
    command.act === 'credit_deposit'
      ? await carryOut.credit_deposit(tx, context, request, command)
      : await carryOut.pay_withdrawal(tx, context, request, command)
  const change: RequestStep = { state: 'paid', decision: { ...by, ...done } }
  return record(tx, context, request, { act: call.act, note: call.note, change })
}

/** Stores the act for another operator and puts the request back into the queue. */
async function proposeAct(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  call: { requestId: string; note?: string | undefined; command: RequestCommand },
): Promise<{ status: 'success'; request: OfficeRequest }> {
  const { brandId, memberId, id: subject } = request
  const by = signed(context, call)
  if (request.proposal !== null) await decideApproval(tx, request.proposal, { state: 'refused', ...by })
  await propose(tx, { brandId, memberId, subject, command: call.command, ...by })
  const change: RequestStep = { state: 'awaiting_second', claimedBy: null }
  const { credited } = call.command
  return record(tx, context, request, { act: 'request.approve-first', note: call.note, change, proposed: credited })
}

/** The operator and the request id that a decision or a proposal is stored under. */
function signed(context: OfficeContext, call: { requestId: string }): { by: bigint; key: string } {
  return { by: context.caller.operatorId, key: call.requestId }
}

type Answered =
  | { status: 'success'; request: OfficeRequest }
  | { status: 'unclaimed' | 'self' | 'conflict' }
  | { status: 'taken' | 'late'; by: string }

/**
 * The answer to a call that must not act, because its request id took effect before or the rules refuse it; null when
 * it may act. The id is checked first: the same call gets its answer again, and the id of another act, amount, note
 * or request is a conflict. `proposes`: the act that the call proposes, null where it decides; `isSame`: the request's
 * decision equals that of the call.
 */
async function answerBefore(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  call: { requestId: string; note?: string | undefined; proposes: RequestCommand | null; isSame: boolean },
): Promise<Answered | null> {
  const { operatorId } = context.caller
  const { requestId: key, proposes, note = '' } = call
  const again = async (isRepeated: boolean): Promise<Answered> =>
    isRepeated ? { status: 'success', request: await reread(tx, context, request.id) } : { status: 'conflict' }
  await lockDecisionKey(tx, key)
  const proposed = await findProposal(tx, key, { by: operatorId, command: proposes })
  if (proposed !== null) {
    const step = { state: 'awaiting_second', operatorId, from: proposed.at } as const
    return again(proposed.isSame && (await readStepNote(tx, request, step)) === note)
  }
  if (request.decisionKey === key) {
    const isSame = call.isSame && proposes === null && request.decidedBy === operatorId
    const step = { state: request.state, operatorId, from: null }
    return again(isSame && (await readStepNote(tx, request, step)) === note)
  }
  if (await isDecisionKeyUsed(tx, key, request.id)) return { status: 'conflict' }
  const may = decideVerdict(request, operatorId)
  if (may === 'late') return { status: may, by: await deciderOf(tx, request) }
  if (may === 'taken') return { status: may, by: await claimerOf(tx, request) }
  return may === 'go' ? null : { status: may }
}

/**
 * Writes a decision or a proposal to the request's row, its history and the audit, after the money has moved. An act of
 * the brand's amount or more, or one that takes two operators, uses up a proof of the second factor; without one the
 * whole act is undone.
 */
async function record(
  tx: Tx,
  context: OfficeContext,
  request: LockedRequest,
  act: { act: string; note?: string | undefined; change: RequestStep; proposed?: Amount },
): Promise<{ status: 'success'; request: OfficeRequest }> {
  const { change, note = '', proposed } = act
  const takesTwo = proposed !== undefined || request.proposal !== null
  const from = takesTwo ? 0n : await readSecondFrom(tx, request)
  await requireFactorAbove(tx, context, change.decision?.credited ?? request.amount, from)
  crashPoint('office.posted')
  await stepRequest(tx, request, change, { operatorId: context.caller.operatorId, note })
  const credited = change.decision?.credited ?? proposed
  await auditAct(tx, context, {
    act: act.act,
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
