import { isOpen, needsSecond } from '#domain/money-request-decision.ts'
import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import { oneUnit, type Amount } from '#domain/money.ts'
import { requestHash } from '#server/ledger/events.ts'
import {
  isExcluded,
  openRequest,
  ownEntry,
  postToModel,
  wholeOf,
  type Model,
  type ModelMember,
  type ModelOutcome,
  type ModelRequest,
  type ModelTransfer,
} from '#test/ledger-model.ts'

/**
 * The calls above the model ledger: money requests, comp, limits, breaks, transfers and jackpots. Each returns the
 * status of the response, with the figures that the response carries.
 */

/** Bounds of a deposit and of a withdrawal, as a new brand has them. */
const bounds = { min: 10_000n * oneUnit, max: 10_000_000n * oneUnit, step: 1_000n * oneUnit }

function amountFault(amount: Amount): string | null {
  if (amount < bounds.min) return 'min'
  if (amount > bounds.max) return 'max'
  return amount % bounds.step === 0n ? null : 'step'
}

export function fileDeposit(model: Model, memberId: bigint, key: string, amount: Amount): string {
  const member = memberOf(model, memberId)
  if (isExcluded(model, member)) return 'excluded'
  const request = ['apply-user-deposit', amount]
  const earlier = ownEntry(member, key, request)
  if (earlier !== 'new') return earlier === 'same' ? 'success' : earlier
  const fault = amountFault(amount)
  if (fault !== null) return fault
  if (openRequest(member, 'deposit')) return 'wait'
  const posted = postToModel(model, { memberId, kind: 'deposit_filed', source: 'own', key, request, requested: amount })
  if (posted.limit) return `limit ${posted.limit.left}`
  member.requests.push(newRequest(key, 'deposit', amount))
  return 'success'
}

export function fileWithdrawal(model: Model, memberId: bigint, key: string, amount: Amount): string {
  const member = memberOf(model, memberId)
  const request = ['apply-user-withdraw', amount]
  const earlier = ownEntry(member, key, request)
  if (earlier !== 'new') return earlier === 'same' ? 'success' : earlier
  const fault = amountFault(amount)
  if (fault !== null) return fault
  if (openRequest(member, 'withdraw')) return 'wait'
  if (member.wallet.turnoverDue > 0n) return `turnover ${member.wallet.turnoverDue}`
  if (amount > member.wallet.cash) return 'balance'
  postToModel(model, { memberId, kind: 'withdraw_filed', source: 'own', key, request, cash: -amount, held: amount })
  member.requests.push(newRequest(key, 'withdraw', amount))
  return 'success'
}

function newRequest(key: string, type: ModelRequest['type'], amount: Amount): ModelRequest {
  const state = type === 'deposit' ? 'filed' : 'held'
  return { key, type, state, amount, credited: null, claimedBy: null, approvedBy: null, approval: null, decision: null }
}

export function cancelDeposit(request: ModelRequest): string {
  if (request.type !== 'deposit' || (request.state !== 'filed' && request.state !== 'cancelled')) return 'late'
  request.state = 'cancelled'
  return 'success'
}

/** An operator claims a request. A manager may take over what another operator has claimed. */
export function claim(request: ModelRequest, operator: bigint, takesOver: boolean): string {
  if (!isOpen(request.state)) return 'late'
  if (request.approvedBy === operator) return 'self'
  if (request.claimedBy !== null && request.claimedBy !== operator && !takesOver) return 'taken'
  request.claimedBy = operator
  request.state = 'claimed'
  return 'success'
}

/** An operator returns a request to the queue. A first approval stays. */
export function release(request: ModelRequest, operator: bigint, takesOver: boolean): string {
  if (!isOpen(request.state)) return 'late'
  if (request.claimedBy !== null && request.claimedBy !== operator && !takesOver) return 'taken'
  request.claimedBy = null
  request.state = request.approvedBy !== null ? 'awaiting_second' : request.type === 'deposit' ? 'filed' : 'held'
  return 'success'
}

/**
 * A decision of an operator under an id of its own. `approve-first` is the first of two approvals of a large
 * withdrawal.
 */
export type Decision = { id: string; by: bigint } & (
  | { act: 'approve'; credited: Amount }
  | { act: 'reject'; reason: string }
  | { act: 'approve-first' }
  | { act: 'pay' }
)

/** Decides a request once: first the id, then who may decide, then the rules of the act, then the money. */
export function decide(
  model: Model,
  memberId: bigint,
  request: ModelRequest,
  decision: Decision,
  turnoverPpm: bigint,
): string {
  const { id, by, act } = decision
  const type = act === 'approve' ? 'deposit' : act === 'reject' ? request.type : 'withdraw'
  if (request.type !== type) return 'none'
  const text = textOf(decision)
  const decidedUnderId = model.decisionIds.get(id)
  if (decidedUnderId === request) {
    return text === (act === 'approve-first' ? request.approval : request.decision) ? 'success' : 'conflict'
  }
  if (decidedUnderId !== undefined) return 'conflict'
  if (!isOpen(request.state)) return 'late'
  if (request.approvedBy === by) return 'self'
  if (request.claimedBy !== by) return request.claimedBy === null ? 'unclaimed' : 'taken'
  const refusal = carryOut(model, memberId, request, decision, turnoverPpm)
  if (refusal !== null) return refusal
  model.decisionIds.set(id, request)
  if (act === 'approve-first') request.approval = text
  else request.decision = text
  return 'success'
}

/** Identifies a decision: two decisions under one id with the same text are the same decision. */
function textOf(decision: Decision): string {
  const { id, by, act } = decision
  return `${id} ${by} ${act} ${act === 'approve' ? decision.credited : act === 'reject' ? decision.reason : ''}`
}

/** Changes the request and the wallet, or returns the reason for a refusal. */
function carryOut(
  model: Model,
  memberId: bigint,
  request: ModelRequest,
  decision: Decision,
  turnoverPpm: bigint,
): string | null {
  const { key, amount } = request
  const { act } = decision
  const event = { memberId, source: 'office' as const, key, request: [act, amount] }
  if (act === 'approve') {
    if (decision.credited === 0n || decision.credited > bounds.max) return 'amount'
    const turnover = (decision.credited * turnoverPpm) / 1_000_000n
    postToModel(model, { ...event, kind: 'deposit_paid', cash: decision.credited, turnover })
    request.credited = decision.credited
  } else if (act === 'reject') {
    if (request.type === 'withdraw')
      postToModel(model, { ...event, kind: 'withdraw_rejected', cash: amount, held: -amount })
  } else {
    const takesTwo = needsSecond(request, model.secondApprovalFrom)
    if (takesTwo !== (act === 'approve-first')) return takesTwo ? 'second' : 'single'
    if (model.isMoneyOutStopped) return 'stopped'
    if (act === 'approve-first') {
      Object.assign(request, { state: 'awaiting_second', approvedBy: decision.by, claimedBy: null })
      return null
    }
    postToModel(model, { ...event, kind: 'withdraw_paid', cash: 0n, held: -amount })
    request.credited = amount
  }
  request.state = act === 'reject' ? 'rejected' : 'paid'
  return null
}

/** Converts comp to cash; a success carries the comp that is left. */
export function convertComp(model: Model, memberId: bigint, key: string, point: Amount | null): string {
  const member = memberOf(model, memberId)
  if (isExcluded(model, member)) return '403'
  const request = ['roll-to-balance', point ?? 'all']
  const earlier = ownEntry(member, key, request)
  if (earlier === 'conflict') return earlier
  const amount = point ?? wholeOf(member.wallet.comp)
  if (earlier === 'new' && (amount < oneUnit || amount > member.wallet.comp)) return 'low_point'
  const event = { memberId, kind: 'comp_converted', source: 'own' as const, key, request, cash: amount, comp: -amount }
  return `success ${postToModel(model, event).comp}`
}

const raiseWaitsMs = 24 * 3_600_000
const raiseKeptMs = 7 * raiseWaitsMs

/** A lower limit holds at once; a higher one, or none, after 24 h and a confirmation within a week. */
export function setLimit(
  model: Model,
  memberId: bigint,
  wanted: { kind: LimitKind; period: LimitPeriod; most: Amount | null; confirm: boolean },
): string {
  const member = memberOf(model, memberId)
  if (isExcluded(model, member)) return 'excluded'
  const { kind, period, most } = wanted
  const name = `${kind}/${period}`
  const current = member.limits.get(name)?.most ?? null
  const raise = member.raises.get(name)
  const put = (): string => {
    member.raises.delete(name)
    if (most === null) member.limits.delete(name)
    else member.limits.set(name, { kind, period, most })
    return 'success'
  }
  if (most === current) {
    member.raises.delete(name)
    return 'success'
  }
  if (current === null || (most !== null && most < current)) return put()
  const isOpenRaise = raise !== undefined && raise.most === most && model.now < raise.from + raiseKeptMs
  if (!isOpenRaise) {
    member.raises.set(name, { most, from: model.now + raiseWaitsMs })
    return 'pending'
  }
  if (model.now < raise.from) return 'pending'
  return wanted.confirm ? put() : 'confirm'
}

/** A break of hours or an exclusion of months (null: for ever). A later call may only extend it. Returns its end. */
export function exclude(model: Model, memberId: bigint, lasts: { hours: number } | { months: number | null }): string {
  const member = memberOf(model, memberId)
  const until = 'hours' in lasts ? model.now + lasts.hours * 3_600_000 : monthsOn(model.now, lasts.months)
  const before = member.excludedUntil
  if (before < (until === Infinity ? until : until - 60_000)) member.excludedUntil = until
  return `success ${member.excludedUntil === Infinity ? 'ever' : new Date(member.excludedUntil).toISOString()}`
}

function monthsOn(at: number, months: number | null): number {
  if (months === null) return Infinity
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, last))
}

/**
 * Starts a transfer: money to a provider is booked at once, money from one only reserves the key. `amount` null: all
 * whole units there are.
 */
export function startTransfer(
  model: Model,
  memberId: bigint,
  wanted: Omit<ModelTransfer, 'state' | 'requestHash'>,
): string {
  const member = memberOf(model, memberId)
  const { key, direction, provider } = wanted
  if (direction === 'in' && model.isMoneyOutStopped) return 'stopped'
  const request = [direction, provider, wanted.amount ?? 'all']
  const same = member.transfers.find((one) => one.key === key)
  if (same) return same.requestHash === requestHash(request) ? 'known' : 'conflict'
  if (ownEntry(member, key, request) !== 'new') return 'conflict'
  if (member.transfers.some((one) => one.provider === provider && one.state === 'asked')) return 'underway'
  const amount = direction === 'in' ? (wanted.amount ?? wholeOf(member.wallet.cash)) : wanted.amount
  if (direction === 'in' && amount === 0n) return 'short'
  const moved = direction === 'in' ? (amount ?? 0n) : 0n
  const kind = direction === 'in' ? 'transfer_in' : 'transfer_asked'
  const posted = postToModel(model, { memberId, kind, source: 'own', key, request, cash: -moved, inPlay: moved })
  if (posted.limit) return `limit ${posted.limit.left}`
  if (posted.outcome !== 'done') return posted.outcome === 'short' ? 'short' : 'refused'
  if (direction === 'in') addThere(member, provider, moved)
  member.transfers.push({ ...wanted, requestHash: requestHash(request), state: 'asked', amount })
  return 'asked'
}

/**
 * Ends a transfer with the provider's response: refused (null), or done with the amount moved and the balance there.
 * Any other difference of that balance was won or lost at the provider.
 */
export function concludeTransfer(
  model: Model,
  memberId: bigint,
  transfer: ModelTransfer,
  response: { amount: Amount; balance: Amount } | null,
): string {
  const member = memberOf(model, memberId)
  const { key, provider, direction } = transfer
  if (transfer.state !== 'asked') return (response !== null) === (transfer.state === 'done') ? 'known' : 'contradiction'
  if (response !== null && transfer.amount !== null && response.amount !== transfer.amount) return 'contradiction'
  const post = (kind: string, source: 'system' | number, cash: Amount, inPlay: Amount): ModelOutcome =>
    postToModel(model, { memberId, kind, source, key, request: [kind], cash, inPlay })
  if (response !== null) {
    transfer.amount = response.amount
    const there = response.balance + (direction === 'out' ? response.amount : 0n)
    const played = there - (member.atProviders.get(provider) ?? 0n)
    if (played !== 0n) post('provider_result', provider, 0n, played)
    addThere(member, provider, played)
  }
  const back = transfer.amount ?? 0n
  if ((response !== null) === (direction === 'out')) {
    post('transfer_out', 'system', back, -back)
    addThere(member, provider, -back)
  }
  transfer.state = response === null ? 'refused' : 'done'
  return 'concluded'
}

function addThere(member: ModelMember, provider: number, amount: Amount): void {
  member.atProviders.set(provider, (member.atProviders.get(provider) ?? 0n) + amount)
}

/** Puts the first money into the pool of a jackpot tier and opens it. */
export function foundTier(
  model: Model,
  tier: string,
  founding: { amount: Amount; sharePpm: number; reservePpm: number },
): string {
  if (model.tiers.has(tier)) return 'conflict'
  const { amount, sharePpm, reservePpm } = founding
  model.tiers.set(tier, { sharePpm, reservePpm, pool: amount, reserve: 0n })
  return 'done'
}

function memberOf(model: Model, memberId: bigint): ModelMember {
  const member = model.members.get(memberId)
  if (member === undefined) throw new Error(`the model knows no member ${memberId}`)
  return member
}
