import type { OfficeRequest } from '#contract/money-request.ts'
import {
  isOpen,
  needsSecond,
  openRequestStates,
  unclaimedState,
  type DecidableRequest,
  type SecondFacts,
} from '#domain/money-request-decision.ts'
import type { ExclusionKind } from '#domain/limit.ts'
import type { RequestType } from '#domain/money-request.ts'
import { commandOf, requestCommand, type CommandData, type RequestCommand } from '#domain/approval.ts'
import { masked } from '#domain/member.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { nameMarks } from '#server/auth/encrypted-name.ts'
import { depositorOf } from '#server/auth/request-name.ts'
import { readName, type ReadingDeps } from '#server/auth/stored-value.ts'
import type { Database } from '#server/db/pool.ts'
import { lockWallet, type Tx } from '#server/ledger/ledger.ts'
import type { AppSecret } from '#server/config.ts'
import { lockOpenApproval, onePersonWith, type OpenApproval } from '#server/modules/approval/store.ts'
import { accountColumns, readAccount } from './account.ts'
import { sql, type SqlBool } from 'kysely'

/** Money requests as the office reads and locks them. Every query is limited to the given brands. */

export { readUsualMinutes } from './usual-minutes.ts'

/** A request whose row is locked until the transaction ends. */
export type LockedRequest = DecidableRequest & {
  id: string
  brandId: number
  memberId: bigint
  amount: Amount
  credited: Amount | null
  reason: string
  decidedBy: bigint | null
  decisionKey: string | null
  /** The proposal that waits for another operator, or null. */
  proposal: (OpenApproval & { command: RequestCommand }) | null
}

/**
 * Locks a request with its open proposal; null when there is none, or none the operator may see. A proposal whose 72
 * hours are over, or whose proposer is not active any more, ends here: the request returns to the queue, and a claim stays, unless
 * it is of an operator who is not active any more. A proposal of an operator who counts as
 * the same person is the operator's own.
 */
export async function lockRequest(
  tx: Tx,
  id: string,
  { secret, brandIds, operatorId }: Pick<RequestScope, 'brandIds' | 'operatorId'> & { secret: AppSecret },
): Promise<LockedRequest | null> {
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
      'q.decided_by',
      'q.decision_key',
      claimHolds.as('claimHolds'),
    ])
    .where('q.id', '=', id)
    .where(sql<SqlBool>`q.brand_id = any(${brandIds}::int[])`)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const found = await lockOpenApproval(tx, secret, id)
  const proposal = found === 'expired' || found === null ? null : { ...found, command: requestCommand(found.command) }
  const proposedBy = proposal?.proposedBy ?? null
  const isOwn = proposedBy !== null && (await onePersonWith(tx, operatorId)).includes(proposedBy)
  const request: LockedRequest = {
    id: row.id,
    brandId: row.brand_id,
    memberId: row.member_id,
    type: row.type as LockedRequest['type'],
    state: row.state as LockedRequest['state'],
    amount: row.amount,
    credited: row.credited,
    reason: row.reason,
    claimedBy: row.claimHolds ? row.claimed_by : null,
    proposedBy: isOwn ? operatorId : proposedBy,
    decidedBy: row.decided_by,
    decisionKey: row.decision_key,
    proposal,
  }
  if (proposal !== null || request.state !== 'awaiting_second') return request
  const state = unclaimedState(request)
  await stepRequest(tx, request, { state }, { operatorId: null, note: '' })
  return { ...request, state }
}

/** Whether the claim of an open request `q` is that of an active operator; any other holds nobody up. */
const claimHolds = sql<boolean>`(q.state NOT IN (${sql.join([...openRequestStates])})
  OR EXISTS (SELECT FROM operator c WHERE c.id = q.claimed_by AND c.active))`

/**
 * What decides whether the operator can carry out a payment alone, read under the wallet's lock, so that simultaneous
 * payments of one member count each other. The brand's amount stays valid until the transaction ends.
 */
export async function lockSecondFacts(
  tx: Tx,
  request: LockedRequest,
  operatorId: bigint,
): Promise<Omit<SecondFacts, 'credited'>> {
  const brand = await tx
    .selectFrom('brand')
    .select(['deposit_second_from', 'second_approval_from'])
    .where('id', '=', request.brandId)
    .forShare()
    .executeTakeFirstOrThrow()
  await lockWallet(tx, request.memberId)
  const { rows } = await sql<{ day: Amount; creditedByCaller: boolean }>`
    SELECT money_request_day(${request.memberId}, ${request.type}) AS day,
      money_request_credited_by(${request.memberId}, ${operatorId})
        OR money_request_first_unproven(${request.memberId}, ${operatorId}) AS "creditedByCaller"`.execute(tx)
  const [facts] = rows
  if (facts === undefined) throw new Error('the sums of a member were not answered')
  const { type, amount } = request
  return { type, amount, from: type === 'deposit' ? brand.deposit_second_from : brand.second_approval_from, ...facts }
}

/** The amount from which the brand takes two operators for requests of this type; null: none. */
export async function readSecondFrom(tx: Tx, { brandId, type }: LockedRequest): Promise<Amount | null> {
  const brand = await tx
    .selectFrom('brand')
    .select(['deposit_second_from', 'second_approval_from'])
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  return type === 'deposit' ? brand.deposit_second_from : brand.second_approval_from
}

/** The changes of one step of a request; fields left out stay unchanged. */
export type RequestStep = {
  state: LockedRequest['state']
  claimedBy?: bigint | null
  decision?: { by: bigint; key: string; credited?: Amount; reason?: string }
}

/** Changes the state of a locked request and writes its history. */
export async function stepRequest(
  tx: Tx,
  request: LockedRequest,
  step: RequestStep,
  event: { operatorId: bigint | null; note: string },
): Promise<void> {
  const { decision } = step
  await tx
    .updateTable('money_request')
    .set({
      state: step.state,
      changed_at: sql<Date>`clock_timestamp()`,
      ...(step.claimedBy === undefined ? {} : { claimed_by: step.claimedBy }),
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

/** The note of an operator's step to a state, the first one from a moment on; null when there is none. */
export async function readStepNote(
  tx: Tx,
  request: Pick<LockedRequest, 'id'>,
  step: { state: LockedRequest['state']; operatorId: bigint; from: Date | null },
): Promise<string | null> {
  const row = await tx
    .selectFrom('money_request_event')
    .select('note')
    .where('request_id', '=', request.id)
    .where('state', '=', step.state)
    .where('operator_id', '=', step.operatorId)
    .where(sql<SqlBool>`at >= coalesce(${step.from}::timestamptz, '-infinity')`)
    .orderBy('id')
    .executeTakeFirst()
  return row?.note ?? null
}

function shownRequests(db: Database | Tx) {
  return db
    .selectFrom('money_request as q')
    .innerJoin('brand as b', 'b.id', 'q.brand_id')
    .innerJoin('member as m', 'm.id', 'q.member_id')
    .leftJoin('operator as claimer', (join) => join.onRef('claimer.id', '=', 'q.claimed_by').on(claimHolds))
    .leftJoin('approval as a', (join) =>
      join
        .onRef('a.subject', '=', 'q.id')
        .on(sql<SqlBool>`(a.state = 'approved' OR (a.state = 'open' AND a.expires_at > now()))`),
    )
    .leftJoin('operator as proposer', 'proposer.id', 'a.proposed_by')
    .leftJoin('operator as decider', 'decider.id', 'q.decided_by')
}

/** What the office shows; the sums are read for open requests only. */
function withShownColumns(query: ReturnType<typeof shownRequests>, operatorId: bigint) {
  const open = sql<boolean>`q.state IN (${sql.join([...openRequestStates])})`
  return query.select([
    sql<Amount>`CASE WHEN ${open} THEN money_request_day(q.member_id, q.type) ELSE 0 END`.as('day'),
    sql<boolean>`${open} AND q.type = 'withdraw' AND (money_request_credited_by(q.member_id, ${operatorId})
      OR money_request_first_unproven(q.member_id, ${operatorId}))`.as('creditedByCaller'),
    ...accountColumns,
    'b.code as brand',
    'b.second_approval_from',
    'b.deposit_second_from',
    'a.command',
    sql<boolean>`a.proposed_by = ANY ((SELECT operator_one_person(${operatorId}))::bigint[])`.as('isOwnProposal'),
    'a.proposed_at',
    'a.proposed_by',
    'a.expires_at',
    'proposer.name as proposer',
    'q.type',
    'q.state',
    'q.credited',
    'q.depositor',
    'q.reason',
    'q.claimed_by',
    'q.filed_at',
    'q.changed_at',
    'm.login_id',
    'm.nick',
    'm.level',
    'm.reference_code',
    sql<boolean>`coalesce(m.excluded_until > clock_timestamp(), false)`.as('isExcluded'),
    sql<Date | null>`nullif(m.excluded_until, 'infinity')`.as('excludedUntil'),
    sql<ExclusionKind | null>`(SELECT x.kind FROM member_exclusion x WHERE x.member_id = q.member_id
      ORDER BY x.until DESC LIMIT 1)`.as('exclusionKind'),
    sql<
      { round: string; kind: 'table' | 'seat'; amount: string }[]
    >`CASE WHEN ${open} AND q.type = 'withdraw' THEN (SELECT coalesce(json_agg(d ORDER BY d.at DESC), '[]')
      FROM (SELECT round_id AS round, CASE WHEN EXISTS (SELECT FROM seat_round r WHERE r.id = round_id) THEN 'seat' ELSE 'table' END AS kind, amount::text, at
        FROM receivable WHERE member_id = q.member_id ORDER BY at DESC LIMIT 20) d) ELSE '[]' END`.as('owed'),
    'claimer.name as claimer',
    'decider.name as decider',
  ])
}

/** The brands and the operator of a call, and what encrypted values are read with. */
export type RequestScope = { brandIds: number[]; operatorId: bigint; deps: ReadingDeps }

type ShownRow = Awaited<ReturnType<ReturnType<typeof withShownColumns>['execute']>>[number]

function requestFrom(row: ShownRow, { operatorId, deps }: RequestScope): OfficeRequest {
  const type = row.type as OfficeRequest['type']
  const stored = row.state as OfficeRequest['state']
  const proposal = proposalFrom(row)
  // A proposal whose hours are over has no effect, also before the next call records it, nor has a claim of an operator who
  // is not active any more.
  const isFree = stored === 'claimed' && row.claimer === null
  const state =
    isFree || (stored === 'awaiting_second' && proposal === null)
      ? unclaimedState({ type, proposedBy: proposal === null ? null : row.proposed_by })
      : stored
  const { amount, day, creditedByCaller } = row
  const from = type === 'deposit' ? row.deposit_second_from : row.second_approval_from
  const facts = { type, amount, credited: amount, day, from, creditedByCaller }
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
    depositor: readName(
      deps,
      { owner: depositorOf({ id: row.member_id, publicId: row.public_id }, row), row: `money_request ${row.id}` },
      row.depositor,
    ),
    bank: type === 'deposit' ? null : bankFrom(row, deps),
    reason: row.reason,
    claimedBy: row.claimer,
    mine: row.claimed_by === operatorId,
    proposal,
    needsSecond: isOpen(state) && proposal === null && needsSecond(facts),
    day: amountToWire(day),
    secondFrom: from === null ? null : amountToWire(from),
    exclusion: row.isExcluded
      ? { kind: row.exclusionKind ?? 'exclusion', until: row.excludedUntil?.toISOString() ?? null }
      : null,
    owed: row.owed.map(({ round, kind, amount: missing }) => ({ round, kind, amount: amountToWire(BigInt(missing)) })),
    decidedBy: row.decider,
    filedAt: row.filed_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  }
}

function bankFrom(row: ShownRow, deps: ReadingDeps): OfficeRequest['bank'] {
  const { number, owner } = readAccount(deps, row)
  return {
    bankname: row.bank_name,
    bankOwner: owner,
    banknum: masked(row.bank_number_last4),
    unreadable: number === null || owner === null,
  }
}

function proposalFrom(row: ShownRow): OfficeRequest['proposal'] {
  const { command, proposer, proposed_at: at, expires_at: expiresAt } = row
  if (command === null || at === null || expiresAt === null) return null
  const act = requestCommand(commandOf(command as CommandData))
  return {
    by: proposer ?? '',
    mine: row.isOwnProposal,
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
    credited: amountToWire(act.credited),
    reason: act.act === 'credit_deposit' ? act.reason : '',
  }
}

/** One request as the office shows it, its account number masked; null when the operator may not see it. */
export async function readRequest(db: Database | Tx, id: string, scope: RequestScope): Promise<OfficeRequest | null> {
  const row = await withShownColumns(shownRequests(db), scope.operatorId)
    .where('q.id', '=', id)
    .where(sql<SqlBool>`q.brand_id = any(${scope.brandIds}::int[])`)
    .executeTakeFirst()
  return row === undefined ? null : requestFrom(row, scope)
}

/** The filters of the queue. `search` is a LIKE pattern, `name` the same text for depositors; days are of the brand's time zone, both included. */
export type RequestFilter = {
  show: 'open' | 'mine' | 'decided'
  type?: RequestType | undefined
  search?: string | undefined
  name?: string | undefined
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
  scope: RequestScope,
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
        // Encrypted: found by the whole name.
        is('q.depositor_mark', '=', sql<Buffer>`any(${nameMarks(scope.deps.config, filter.name ?? '')}::bytea[])`),
      ]),
    )
  }
  const [rows, total] = await Promise.all([
    withShownColumns(query, scope.operatorId)
      .orderBy(open ? 'q.filed_at' : 'q.changed_at', open ? 'asc' : 'desc')
      .orderBy('q.id')
      .offset(filter.skip)
      .limit(filter.take)
      .execute(),
    query.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { requests: rows.map((row) => requestFrom(row, scope)), maxCount: Number(total.count) }
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
