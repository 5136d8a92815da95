import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { refuseDeposit, refuseWithdrawal, type RequestType, type WithdrawalRefusal } from '#domain/money-request.ts'
import { amountToWire } from '#domain/money.ts'
import { crashPoint } from '#server/crash-point.ts'
import { commitSuccess } from '#server/db/commit-success.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { lockWithoutOpenStakes, postIn, type Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { insertRequest, isDepositor, listRequests, readRequest } from './filed.ts'
import { turnoverHolds } from '#server/modules/limit/store.ts'
import { auditMember } from '#server/modules/audit/store.ts'
import { expectLessCash } from '#server/modules/slot/store.ts'
import { checkPin } from '#server/auth/pin.ts'
import { recall, type OwnEvent } from '#server/auth/request-key.ts'

/**
 * Deposits and withdrawals as their member files them. At most one of each is open, enforced by an index of the
 * database. Lock order: request, then wallet.
 */
export const moneyRequestMemberHandlers = {
  'apply-user-deposit': applyDeposit,
  'apply-user-withdraw': applyWithdrawal,
  'get-money-requests': getRequests,
  'cancel-money-request': cancelRequest,
} satisfies Partial<MemberHandlers>

type DepositAnswer = MemberAnswer<'apply-user-deposit'>
type WithdrawalAnswer = MemberAnswer<'apply-user-withdraw'>

async function applyDeposit(context: MemberContext, body: MemberBody<'apply-user-deposit'>): Promise<DepositAnswer> {
  const { brand, caller, deps } = context
  const event = await eventOf(context, body, 'deposit')
  const depositor = (body.depositor ?? '').normalize('NFKC').trim()
  const recalled = body.requestId === undefined ? null : await recallRequest(context, event, depositor)
  if (recalled !== null) return recalled
  const state = await readCashierState(context)
  const refusal = refuseDeposit({
    amount: body.balance,
    side: brand.deposit,
    hours: { opens: brand.cashOpens, closes: brand.cashCloses },
    timeZone: brand.timeZone,
    at: state.at,
    excluded: state.excluded,
  })
  if (refusal?.status === 'closed') return { status: 'closed', opens: refusal.opens.toISOString() }
  if (refusal !== null) return { status: refusal.status }

  const answer = await commitSuccess<DepositAnswer>(deps.db, async (tx) => {
    const id = await insertRequest(tx, {
      brandId: brand.id,
      memberId: caller.memberId,
      type: 'deposit',
      amount: body.balance,
      key: event.key,
      depositor,
      deps,
    })
    if (id === null) return { status: 'wait' }
    crashPoint('cash-request.filed')
    // The request was inserted before the ledger checks the limit, so no other deposit of the member can be filed
    // meanwhile.
    const posted = await postIn(tx, { ...event, source: 'own', ref: id })
    if (posted.outcome === 'limit') return { status: 'limit', remaining: amountToWire(posted.limit?.left ?? 0n) }
    if (posted.outcome === 'excluded') return { status: 'excluded' }
    if (posted.outcome === 'conflict' || posted.outcome === 'replay') return { status: 'conflict' }
    if (posted.outcome !== 'done') throw new Error(`filing a deposit was ${posted.outcome}`)
    await auditMember(tx, context, caller.memberId, 'cash.deposit', id, { amount: amountToWire(body.balance) })
    return { status: 'success', request: await readRequest(tx, caller.memberId, id) }
  })
  return settle(context, answer, { event, depositor, requestId: body.requestId })
}

async function applyWithdrawal(
  context: MemberContext,
  body: MemberBody<'apply-user-withdraw'>,
): Promise<WithdrawalAnswer> {
  const { brand, caller, deps } = context
  const event = await eventOf(context, body, 'withdraw')
  const recalled = body.requestId === undefined ? null : await recallRequest(context, event, null)
  if (recalled !== null) return recalled
  const withdrawal = await readWithdrawal(context, body)
  const early = refuseWithdrawal({ ...withdrawal, wallet: null })
  if (early !== null) return withdrawalRefused(early)

  const answer = await commitSuccess<WithdrawalAnswer>(deps.db, async (tx) => {
    const amount = body.balance
    const id = await insertRequest(tx, {
      brandId: brand.id,
      memberId: caller.memberId,
      type: 'withdraw',
      amount,
      key: event.key,
      depositor: '',
      deps,
    })
    if (id === null) return { status: 'wait' }
    crashPoint('cash-request.filed')
    const wallet = await lockWithoutOpenStakes(tx, caller.memberId)
    if (wallet === null) return { status: 'balance' }
    const refusal = refuseWithdrawal({ ...withdrawal, wallet })
    if (refusal !== null) return withdrawalRefused(refusal)
    const posted = await postIn(tx, { ...event, source: 'own', ref: id, cash: -amount, held: amount })
    if (posted.outcome === 'conflict' || posted.outcome === 'replay') return { status: 'conflict' }
    if (posted.outcome !== 'done') throw new Error(`holding a withdrawal was ${posted.outcome}`)
    await auditMember(tx, context, caller.memberId, 'cash.withdraw', id, { amount: amountToWire(amount) })
    return { status: 'success', request: await readRequest(tx, caller.memberId, id) }
  })
  return settle(context, answer, { event, depositor: null, requestId: body.requestId })
}

/** What the rules need before the wallet is locked. The PIN is checked first; a wrong one counts as an attempt. */
async function readWithdrawal(
  context: MemberContext,
  body: MemberBody<'apply-user-withdraw'>,
): Promise<Omit<Parameters<typeof refuseWithdrawal>[0], 'wallet'>> {
  const { brand, caller, deps } = context
  const pass = body.pass ?? ''
  const pin = pass === '' ? 'pass' : await checkPin(deps, caller.memberId, pass)
  const { withdrawWaitsUntil, turnoverHolds } = await readCashierState(context)
  return { amount: body.balance, side: brand.withdraw, pin, waitsUntil: withdrawWaitsUntil, turnoverHolds }
}

function withdrawalRefused(refusal: WithdrawalRefusal): WithdrawalAnswer {
  if (refusal.status === 'wait') return { status: 'wait', until: refusal.until.toISOString() }
  if (refusal.status === 'turnover') return { status: 'turnover', remaining: amountToWire(refusal.remaining) }
  return { status: refusal.status }
}

/**
 * The event of a request in the journal. Without a request id the server generates a key; then only the rule of one
 * open request prevents duplicates.
 */
async function eventOf(
  { brand, caller, deps }: MemberContext,
  body: { requestId?: string | undefined; balance: bigint },
  type: RequestType,
): Promise<OwnEvent> {
  return {
    memberId: caller.memberId,
    kind: type === 'deposit' ? 'deposit_filed' : 'withdraw_filed',
    key: body.requestId ?? uuidv7(),
    request: [type === 'deposit' ? 'apply-user-deposit' : 'apply-user-withdraw', body.balance],
    contraId: await deps.ledger.accountId(brand.id, 'cashier_clearing'),
  }
}

type Repeated = Extract<DepositAnswer & WithdrawalAnswer, { status: 'success' | 'conflict' }>

/**
 * The answer to a request that took effect before, with its current state; null for a new one. The depositor of a
 * deposit is compared here, because a hash of the name in the journal would reveal what is encrypted; null: a withdrawal.
 */
async function recallRequest(
  { deps }: MemberContext,
  event: OwnEvent,
  depositor: string | null,
): Promise<Repeated | null> {
  const recalled = await recall(deps.db, event)
  if (recalled === null) return null
  if (recalled === 'conflict' || recalled.ref === null) return { status: 'conflict' }
  if (depositor !== null && !(await isDepositor(deps, recalled.ref, depositor))) return { status: 'conflict' }
  return { status: 'success', request: await readRequest(deps.db, event.memberId, recalled.ref) }
}

/**
 * Final response: a concurrent duplicate that lost (`wait`, `conflict`, `balance`) returns the winner's response.
 * Publishes events on success.
 */
async function settle<Answer extends { status: string }>(
  context: MemberContext,
  answer: Answer,
  { event, depositor, requestId }: { event: OwnEvent; depositor: string | null; requestId: string | undefined },
): Promise<Answer | Repeated> {
  const { deps } = context
  if (answer.status === 'success') {
    deps.events.publish({ kind: 'request', memberId: event.memberId })
    if (event.kind === 'withdraw_filed') {
      expectLessCash(deps, event.memberId)
      deps.events.publish({ kind: 'balance', memberId: event.memberId })
    }
    return answer
  }
  const mayBeTwin = answer.status === 'wait' || answer.status === 'conflict' || answer.status === 'balance'
  if (requestId === undefined || !mayBeTwin) return answer
  return (await recallRequest(context, event, depositor)) ?? answer
}

type CashierState = { at: Date; excluded: boolean; turnoverHolds: boolean; withdrawWaitsUntil: Date | null }

/** The member's data that the cashier's rules need, with the database's clock. */
async function readCashierState({ caller, deps }: MemberContext): Promise<CashierState> {
  return deps.db
    .selectFrom('member as m')
    .select([
      sql<Date>`now()`.as('at'),
      sql<boolean>`coalesce(m.excluded_until > now(), false)`.as('excluded'),
      turnoverHolds.as('turnoverHolds'),
      sql<Date | null>`CASE WHEN m.withdraw_waits_until > now() THEN m.withdraw_waits_until END`.as(
        'withdrawWaitsUntil',
      ),
    ])
    .where('m.id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
}

async function getRequests(
  context: MemberContext,
  body: MemberBody<'get-money-requests'>,
): Promise<MemberAnswer<'get-money-requests'>> {
  const { requests, count } = await listRequests(context.deps.db, context.caller.memberId, body)
  return { status: 'success', balances: requests, maxCount: count }
}

/**
 * Cancels a deposit that no operator has claimed; `late` for one that is absent, another member's, claimed or decided.
 */
async function cancelRequest(
  context: MemberContext,
  body: MemberBody<'cancel-money-request'>,
): Promise<MemberAnswer<'cancel-money-request'>> {
  const { caller, deps } = context
  const cancelled = await deps.db.transaction().execute((tx) => cancelDeposit(tx, context, body.id))
  if (cancelled === 'now') deps.events.publish({ kind: 'request', memberId: caller.memberId })
  return { status: cancelled === 'late' ? 'late' : 'success' }
}

async function cancelDeposit(tx: Tx, context: MemberContext, id: string): Promise<'now' | 'before' | 'late'> {
  const { memberId } = context.caller
  const request = await tx
    .selectFrom('money_request')
    .select(['type', 'state'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (request?.type !== 'deposit') return 'late'
  if (request.state === 'cancelled') return 'before'
  if (request.state !== 'filed') return 'late'
  await tx
    .updateTable('money_request')
    .set({ state: 'cancelled', changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await tx.insertInto('money_request_event').values({ request_id: id, state: 'cancelled' }).execute()
  await auditMember(tx, context, memberId, 'cash.cancel', id)
  return 'now'
}
