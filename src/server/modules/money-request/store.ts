import type { OfficeRequest } from '#contract/money-request.ts'
import { needsSecond, openRequestStates, type DecidableRequest } from '#domain/money-request-decision.ts'
import type { RequestType } from '#domain/money-request.ts'
import { masked } from '#domain/member.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql, type SqlBool } from 'kysely'

/** Money requests as the office reads and locks them. Every query is limited to the given brands. */

/** A request whose row is locked until the transaction ends. */
export type LockedRequest = DecidableRequest & {
  id: string
  brandId: number
  memberId: bigint
  amount: Amount
  credited: Amount | null
  reason: string
  decidedBy: bigint | null
  approvalKey: string | null
  decisionKey: string | null
}

/** Locks a request; null when there is none, or none the operator may see. */
export async function lockRequest(tx: Tx, id: string, brandIds: number[]): Promise<LockedRequest | null> {
  const row = await tx
    .selectFrom('money_request as q')
    .select([
      'q.id',
      'q.brand_id',
      'q.member_id',
      'q.type',
      'q.state',
      'q.amount',
      'q.credited',
      'q.reason',
      'q.claimed_by',
      'q.approved_by',
      'q.approval_key',
      'q.decided_by',
      'q.decision_key',
    ])
    .where('q.id', '=', id)
    .where(sql<SqlBool>`q.brand_id = any(${brandIds}::int[])`)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    brandId: row.brand_id,
    memberId: row.member_id,
    type: row.type as LockedRequest['type'],
    state: row.state as LockedRequest['state'],
    amount: row.amount,
    credited: row.credited,
    reason: row.reason,
    claimedBy: row.claimed_by,
    approvedBy: row.approved_by,
    approvalKey: row.approval_key,
    decidedBy: row.decided_by,
    decisionKey: row.decision_key,
  }
}

/**
 * The amount from which a brand's withdrawals need two operators; null: never. To be read after the request is locked,
 * because the value may change during the wait for that lock; it then stays valid until the transaction ends.
 */
export async function secondApprovalFrom(tx: Tx, brandId: number): Promise<Amount | null> {
  const row = await tx
    .selectFrom('brand')
    .select('second_approval_from')
    .where('id', '=', brandId)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.second_approval_from
}

/**
 * Whether another request was decided or first approved under this id. Calls with the same id wait here until the
 * transaction ends; they cannot deadlock, because none holds a lock that another of them waits for.
 */
export async function isDecisionKeyUsed(tx: Tx, key: string, butFor: string): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}::uuid::text, 0))`.execute(tx)
  const row = await tx
    .selectFrom('money_request')
    .select('id')
    .where((is) => is.or([is('decision_key', '=', key), is('approval_key', '=', key)]))
    .where('id', '<>', butFor)
    .executeTakeFirst()
  return row !== undefined
}

/** The changes of one step of a request; fields left out stay unchanged. */
export type RequestStep = {
  state: LockedRequest['state']
  claimedBy?: bigint | null
  approval?: { by: bigint; key: string }
  decision?: { by: bigint; key: string; credited?: Amount; reason?: string }
}

/** Changes the state of a locked request and writes its history. */
export async function stepRequest(
  tx: Tx,
  request: LockedRequest,
  step: RequestStep,
  event: { operatorId: bigint; note: string },
): Promise<void> {
  const { approval, decision } = step
  await tx
    .updateTable('money_request')
    .set({
      state: step.state,
      changed_at: sql<Date>`clock_timestamp()`,
      ...(step.claimedBy === undefined ? {} : { claimed_by: step.claimedBy }),
      ...(approval === undefined ? {} : { approved_by: approval.by, approval_key: approval.key }),
      ...(decision === undefined
        ? {}
        : {
            decided_by: decision.by,
            decision_key: decision.key,
            credited: decision.credited ?? null,
            reason: decision.reason ?? '',
          }),
    })
    .where('id', '=', request.id)
    .execute()
  await tx
    .insertInto('money_request_event')
    .values({ request_id: request.id, state: step.state, operator_id: event.operatorId, note: event.note })
    .execute()
}

function shownRequests(db: Database | Tx) {
  return db
    .selectFrom('money_request as q')
    .innerJoin('brand as b', 'b.id', 'q.brand_id')
    .innerJoin('member as m', 'm.id', 'q.member_id')
    .leftJoin('operator as claimer', 'claimer.id', 'q.claimed_by')
    .leftJoin('operator as approver', 'approver.id', 'q.approved_by')
    .leftJoin('operator as decider', 'decider.id', 'q.decided_by')
}

function withShownColumns(query: ReturnType<typeof shownRequests>) {
  return query.select([
    'q.id',
    'b.code as brand',
    'b.second_approval_from',
    'q.type',
    'q.state',
    'q.amount',
    'q.credited',
    'q.depositor',
    'q.bank_name',
    'q.bank_owner',
    'q.bank_number_last4',
    'q.reason',
    'q.claimed_by',
    'q.approved_by',
    'q.filed_at',
    'q.changed_at',
    'm.public_id',
    'm.login_id',
    'm.nick',
    'm.level',
    'm.reference_code',
    'claimer.name as claimer',
    'approver.name as approver',
    'decider.name as decider',
  ])
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof withShownColumns>['execute']>>[number]

function requestFrom(row: ShownRow, operatorId: bigint): OfficeRequest {
  const type = row.type as OfficeRequest['type']
  const state = row.state as OfficeRequest['state']
  return {
    id: row.id,
    brand: row.brand,
    type,
    state,
    member: {
      id: row.public_id,
      userId: row.login_id,
      nick: row.nick,
      level: row.level,
      referenceCode: row.reference_code,
    },
    amount: amountToWire(row.amount),
    credited: row.credited === null ? null : amountToWire(row.credited),
    depositor: row.depositor,
    bank:
      type === 'deposit'
        ? null
        : { bankname: row.bank_name, bankOwner: row.bank_owner, banknum: masked(row.bank_number_last4) },
    reason: row.reason,
    claimedBy: row.claimer,
    mine: row.claimed_by === operatorId,
    approvedBy: row.approver,
    approvedByMe: row.approved_by === operatorId,
    needsSecond: needsSecond(
      { type, state, approvedBy: row.approved_by, amount: row.amount },
      row.second_approval_from,
    ),
    decidedBy: row.decider,
    filedAt: row.filed_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  }
}

/** One request as the office shows it, its account number masked; null when the operator may not see it. */
export async function readRequest(
  db: Database | Tx,
  id: string,
  scope: { brandIds: number[]; operatorId: bigint },
): Promise<OfficeRequest | null> {
  const row = await withShownColumns(shownRequests(db))
    .where('q.id', '=', id)
    .where(sql<SqlBool>`q.brand_id = any(${scope.brandIds}::int[])`)
    .executeTakeFirst()
  return row === undefined ? null : requestFrom(row, scope.operatorId)
}

/** The filters of the queue. `search` is a LIKE pattern; days are of the brand's time zone, both included. */
export type RequestFilter = {
  show: 'open' | 'mine' | 'decided'
  type?: RequestType | undefined
  search?: string | undefined
  memberId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  skip: number
  take: number
}

/** A page of the queue (oldest first) or of decided requests (newest first), and their number. */
export async function listRequests(
  db: Database,
  filter: RequestFilter,
  scope: { brandIds: number[]; operatorId: bigint },
): Promise<{ requests: OfficeRequest[]; maxCount: number }> {
  const open = filter.show !== 'decided'
  let query = shownRequests(db)
    .where(sql<SqlBool>`q.brand_id = any(${scope.brandIds}::int[])`)
    .where('q.state', open ? 'in' : 'not in', [...openRequestStates])
  if (filter.show === 'mine') query = query.where('q.claimed_by', '=', scope.operatorId)
  if (filter.type !== undefined) query = query.where('q.type', '=', filter.type)
  if (filter.memberId !== undefined) query = query.where('m.public_id', '=', filter.memberId)
  if (filter.from !== undefined)
    query = query.where(sql<SqlBool>`q.filed_at >= ${filter.from}::date::timestamp at time zone b.time_zone`)
  if (filter.to !== undefined)
    query = query.where(sql<SqlBool>`q.filed_at < (${filter.to}::date + 1)::timestamp at time zone b.time_zone`)
  if (filter.search !== undefined) {
    const pattern = filter.search
    query = query.where((is) =>
      is.or([
        is('m.login_id', 'ilike', pattern),
        is('m.nick', 'ilike', pattern),
        is('m.reference_code', 'ilike', pattern),
        is('q.depositor', 'ilike', pattern),
      ]),
    )
  }
  const [rows, total] = await Promise.all([
    withShownColumns(query)
      .orderBy(open ? 'q.filed_at' : 'q.changed_at', open ? 'asc' : 'desc')
      .orderBy('q.id')
      .offset(filter.skip)
      .limit(filter.take)
      .execute(),
    query.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { requests: rows.map((row) => requestFrom(row, scope.operatorId)), maxCount: Number(total.count) }
}

/** The history of a request, oldest step first. */
export async function readHistory(
  db: Database,
  id: string,
): Promise<{ at: string; state: OfficeRequest['state']; operator: string | null; note: string }[]> {
  const rows = await db
    .selectFrom('money_request_event as e')
    .leftJoin('operator as o', 'o.id', 'e.operator_id')
    .select(['e.at', 'e.state', 'o.name', 'e.note'])
    .where('e.request_id', '=', id)
    .orderBy('e.id')
    .execute()
  return rows.map((row) => ({
    at: row.at.toISOString(),
    state: row.state as OfficeRequest['state'],
    operator: row.name,
    note: row.note,
  }))
}

/** The numbers of open requests, for the badges of the office. */
export async function countOpen(
  db: Database,
  scope: { brandIds: number[]; operatorId: bigint },
): Promise<{ deposits: number; withdrawals: number; mine: number }> {
  const row = await db
    .selectFrom('money_request')
    .select([
      sql<bigint>`count(*) filter (where type = 'deposit')`.as('deposits'),
      sql<bigint>`count(*) filter (where type = 'withdraw')`.as('withdrawals'),
      sql<bigint>`count(*) filter (where claimed_by = ${scope.operatorId})`.as('mine'),
    ])
    .where('state', 'in', [...openRequestStates])
    .where(sql<SqlBool>`brand_id = any(${scope.brandIds}::int[])`)
    .executeTakeFirstOrThrow()
  return { deposits: Number(row.deposits), withdrawals: Number(row.withdrawals), mine: Number(row.mine) }
}
