import { isOpen, needsSecond } from '#domain/money-request-decision.ts'
import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import { oneUnit, type Amount } from '#domain/money.ts'
import { requestHash } from '#server/ledger/events.ts'
import {
  isExcluded,
  openRequest,
  ownEntry,
  postToModel,
  usedOf,
  wholeOf,
  type Model,
  type ModelMember,
  type ModelOutcome,
  type ModelRequest,
  type ModelTransfer,
} from '#test/ledger-model.ts'
import { openStakesOf } from '#test/table-model.ts'

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

/** The end of a member's exclusion of months: until then turnover that is due holds no withdrawal back. */
const turnoverHoldsFrom = new WeakMap<ModelMember, number>()

export function fileWithdrawal(model: Model, memberId: bigint, key: string, amount: Amount): string {
  const member = memberOf(model, memberId)
  const request = ['apply-user-withdraw', amount]
  const earlier = ownEntry(member, key, request)
  if (earlier !== 'new') return earlier === 'same' ? 'success' : earlier
  const fault = amountFault(amount)
  if (fault !== null) return fault
  if (openRequest(member, 'withdraw')) return 'wait'
  const isHeld = (turnoverHoldsFrom.get(member) ?? -Infinity) <= model.now
  const due = member.wallet.turnoverDue + openStakesOf(member).turnover
  if (isHeld && due > 0n) return `turnover ${due}`
  if (amount > member.wallet.cash) return 'balance'
  postToModel(model, { memberId, kind: 'withdraw_filed', source: 'own', key, request, cash: -amount, held: amount })
  member.requests.push(newRequest(key, 'withdraw', amount))
  return 'success'
}

function newRequest(key: string, type: ModelRequest['type'], amount: Amount): ModelRequest {
  const state = type === 'deposit' ? 'filed' : 'held'
  return { key, type, state, amount, credited: null, claimedBy: null, proposal: null, paid: null, actIds: [] }
}

export function cancelDeposit(request: ModelRequest): string {
  if (request.type !== 'deposit' || (request.state !== 'filed' && request.state !== 'cancelled')) return 'late'
  request.state = 'cancelled'
  return 'success'
}

const hourMs = 3_600_000

/** A proposal ends 72 hours after it was made, with the next act of an operator on its request. */
function expireProposal(model: Model, request: ModelRequest): void {
  if (request.proposal === null || model.now < request.proposal.expires) return
  request.proposal = null
  if (request.state === 'awaiting_second') request.state = unclaimed(request)
}

function unclaimed({ type, proposal }: ModelRequest): ModelRequest['state'] {
  return proposal !== null ? 'awaiting_second' : type === 'deposit' ? 'filed' : 'held'
}

/** An operator claims a request. A manager may take over what another operator has claimed. */
export function claim(model: Model, request: ModelRequest, operator: bigint, takesOver: boolean): string {
  expireProposal(model, request)
  if (!isOpen(request.state)) return 'late'
  if (request.proposal?.by === operator) return 'self'
  if (request.claimedBy !== null && request.claimedBy !== operator && !takesOver) return 'taken'
  request.claimedBy = operator
  request.state = 'claimed'
  return 'success'
}

/** An operator returns a request to the queue. An open proposal stays. */
export function release(model: Model, request: ModelRequest, operator: bigint, takesOver: boolean): string {
  expireProposal(model, request)
  if (!isOpen(request.state)) return 'late'
  if (request.claimedBy !== null && request.claimedBy !== operator && !takesOver) return 'taken'
  request.claimedBy = null
  request.state = unclaimed(request)
  return 'success'
}

/** A decision of an operator, or a proposal for another one (`propose`, `approve-first`), under an id of its own. */
export type Decision = { id: string; by: bigint } & (
  | { act: 'approve' | 'propose'; credited: Amount; reason: string }
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
  expireProposal(model, request)
  const { id, by, act } = decision
  const type = 'credited' in decision ? 'deposit' : act === 'reject' ? request.type : 'withdraw'
  if (request.type !== type) return 'none'
  const text = `${by} ${act} ${actOf(request, decision)}`
  const earlier = model.decisionIds.get(id)
  if (earlier !== undefined) return earlier.request === request && earlier.text === text ? 'success' : 'conflict'
  if (!isOpen(request.state)) return 'late'
  if (request.proposal?.by === by) return 'self'
  if (request.claimedBy !== by) return request.claimedBy === null ? 'unclaimed' : 'taken'
  const refusal = refuse(model, memberId, request, decision)
  if (refusal !== null) return refusal
  carryOut(model, memberId, request, decision, turnoverPpm)
  model.decisionIds.set(id, { request, text })
  request.actIds.push(id)
  return 'success'
}

/** What a decision or a proposal would do: a proposal is carried out by the same act of another operator. */
function actOf(request: ModelRequest, decision: Decision): string {
  if (decision.act === 'reject') return decision.reason
  if (!('credited' in decision)) return 'pay'
  const { credited, reason } = decision
  return `credit ${credited} ${credited === request.amount ? '' : reason}`
}

/** Whether the member's sum, the amount, an own credit of the operator or a first payment takes a second operator. */
export function takesTwo(
  model: Model,
  memberId: bigint,
  { type, amount }: ModelRequest,
  { by, credited }: { by: bigint; credited: Amount },
): boolean {
  const member = memberOf(model, memberId)
  const paid = member.requests.filter((one) => one.paid !== null)
  const within = (one: ModelRequest, hours: number): boolean => (one.paid?.at ?? 0) >= model.now - hours * hourMs
  const day = paid.reduce((sum, one) => sum + (one.type === type && within(one, 24) ? (one.credited ?? 0n) : 0n), 0n)
  const creditedByCaller = paid.some((one) => one.type === 'deposit' && within(one, 72) && one.paid?.by.includes(by))
  const isUnproven = isFirstUnproven(model, member, paid)
  return needsSecond({
    type,
    amount,
    credited,
    day,
    from: model.secondFrom[type],
    creditedByCaller: creditedByCaller || isUnproven,
  })
}

/** Whether a member who was never paid staked less than their deposits brought, in a brand that takes two for deposits. */
function isFirstUnproven(model: Model, member: ModelMember, paid: readonly ModelRequest[]): boolean {
  if (model.secondFrom.deposit === null || paid.some(({ type }) => type === 'withdraw')) return false
  let played = 0n
  for (const [name, entry] of member.entries) played += name.startsWith('undo/') ? -entry.cash : entry.stake
  return played < paid.reduce((sum, { credited }) => sum + (credited ?? 0n), 0n)
}

function refuse(model: Model, memberId: bigint, request: ModelRequest, decision: Decision): string | null {
  const { act, by } = decision
  if (act === 'reject') return null
  const credited = 'credited' in decision ? decision.credited : request.amount
  if ('credited' in decision) {
    if (credited === 0n || credited > bounds.max) return 'amount'
    if (credited !== request.amount && decision.reason === '') return 'reason'
    const excess = credited > request.amount ? refuseExcess(model, memberOf(model, memberId), credited) : null
    if (excess !== null) return excess
  }
  const isProposed = request.proposal?.act === actOf(request, decision)
  const needsTwo = !isProposed && takesTwo(model, memberId, request, { by, credited })
  if (needsTwo !== (act === 'propose' || act === 'approve-first')) return needsTwo ? 'second' : 'single'
  return request.type === 'withdraw' && model.isMoneyOutStopped ? 'stopped' : null
}

/** More than was requested is refused during a break or exclusion, and above what a limit on deposits leaves. */
function refuseExcess(model: Model, member: ModelMember, credited: Amount): string | null {
  if (isExcluded(model, member)) return 'excluded'
  const lefts = [...member.limits.values()]
    .filter(({ kind }) => kind === 'deposit')
    .map((limit) => limit.most - usedOf(model, member, limit))
  const left = lefts.reduce<Amount | null>((least, one) => (least === null || one < least ? one : least), null)
  return left !== null && credited > left ? `limit ${left > 0n ? left : 0n}` : null
}

/** Changes the request and the wallet. */
function carryOut(
  model: Model,
  memberId: bigint,
  request: ModelRequest,
  decision: Decision,
  turnoverPpm: bigint,
): void {
  const { key, amount, proposal } = request
  const { act, by } = decision
  const event = { memberId, source: 'office' as const, key, request: [act, amount] }
  if (act === 'propose' || act === 'approve-first') {
    const proposed = { by, act: actOf(request, decision), expires: model.now + 72 * hourMs }
    Object.assign(request, { state: 'awaiting_second', claimedBy: null, proposal: proposed })
    return
  }
  request.proposal = null
  if (act === 'reject') {
    if (request.type === 'withdraw')
      postToModel(model, { ...event, kind: 'withdraw_rejected', cash: amount, held: -amount })
    request.state = 'rejected'
    return
  }
  const credited = act === 'approve' ? decision.credited : amount
  const turnover = (credited * turnoverPpm) / 1_000_000n
  if (act === 'approve') postToModel(model, { ...event, kind: 'deposit_paid', cash: credited, turnover })
  else postToModel(model, { ...event, kind: 'withdraw_paid', cash: 0n, held: -amount })
  const isProposed = proposal !== null && proposal.act === actOf(request, decision)
  Object.assign(request, {
    state: 'paid',
    credited,
    paid: { at: model.now, by: isProposed ? [by, proposal.by] : [by] },
  })
}

/** Converts comp to cash; a success carries the comp that is left. */
export function convertComp(model: Model, memberId: bigint, key: string, point: Amount | null): string {
  const member = memberOf(model, memberId)
  if (isExcluded(model, member)) return '403'
  const request = ['roll-to-balance', point ?? 'all']
  const earlier = ownEntry(member, key, request)
  if (earlier === 'conflict') return earlier
  const spare = member.wallet.comp - openStakesOf(member).comp
  const comp = spare > 0n ? spare : 0n
  const amount = point ?? wholeOf(comp)
  if (earlier === 'new' && (amount < oneUnit || amount > comp)) return 'low_point'
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
  if (before < (until === Infinity ? until : until - 60_000)) {
    member.excludedUntil = until
    if ('months' in lasts) turnoverHoldsFrom.set(member, until)
  }
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
