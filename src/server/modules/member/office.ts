import type { OfficeJournalEntry, OfficeMember } from '#contract/member.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { masked } from '#domain/member.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { readName } from '#server/auth/stored-value.ts'
import type { Database } from '#server/db/pool.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { sql, type SqlBool } from 'kysely'
import { readTrueLimits } from '#server/modules/limit/store.ts'
import { matchesForOffice } from '#server/modules/registration/store.ts'
import { listRequests } from '#server/modules/money-request/store.ts'
import { listMemberResets } from '#server/modules/password-reset/store.ts'
import { brandIdsOf, containing } from '#server/auth/office-scope.ts'
import { blockMember, endMemberSessions, unblockMember } from './block.ts'

/** Members as the office sees them: balances, the latest requests and journal events. Personal numbers are masked. */
export const memberOfficeHandlers = {
  'get-members': getMembers,
  'get-member': getMember,
  'block-member': blockMember,
  'unblock-member': unblockMember,
  'end-member-sessions': endMemberSessions,
} satisfies Partial<OfficeHandlers>

const journalTail = 20

type Block = Extract<OfficeAnswer<'get-member'>, { status: 'success' }>['block']

function shownMembers(db: Database, brandIds: number[]) {
  return db
    .selectFrom('member as m')
    .innerJoin('brand as b', 'b.id', 'm.brand_id')
    .leftJoin('wallet as w', 'w.member_id', 'm.id')
    .where(sql<SqlBool>`m.brand_id = any(${brandIds}::int[])`)
}

function withShownColumns(query: ReturnType<typeof shownMembers>) {
  return query.select([
    'm.id',
    'm.brand_id',
    'm.public_id',
    'b.code as brand',
    'm.login_id',
    'm.nick',
    'm.level',
    'm.play_type',
    'm.status',
    'm.reference_code',
    'm.registered_at',
    // An exclusion without end is written as the last moment of the year 9999.
    sql<Date | null>`case when m.excluded_until > now() then least(m.excluded_until, '9999-12-31'::timestamptz) end`.as(
      'excluded_until',
    ),
    'w.cash',
    'w.held',
    'w.in_play',
    'w.comp',
  ])
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof withShownColumns>['execute']>>[number]

function memberFrom(row: ShownRow): OfficeMember {
  return {
    id: row.public_id,
    brand: row.brand,
    userId: row.login_id,
    nick: row.nick,
    level: row.level,
    playType: row.play_type as OfficeMember['playType'],
    status: row.status as OfficeMember['status'],
    excludedUntil: row.excluded_until?.toISOString() ?? null,
    balance: amountToWire(row.cash ?? 0n),
    held: amountToWire(row.held ?? 0n),
    inPlay: amountToWire(row.in_play ?? 0n),
    rolling: amountToWire(row.comp ?? 0n),
    registeredAt: row.registered_at.toISOString(),
  }
}

async function getMembers(
  context: OfficeContext,
  body: OfficeBody<'get-members'>,
): Promise<OfficeAnswer<'get-members'>> {
  let query = shownMembers(context.deps.db, brandIdsOf(context))
  if (body.status !== undefined) query = query.where('m.status', '=', body.status)
  if (body.search?.trim()) {
    const pattern = containing(body.search)
    query = query.where((is) =>
      is.or([
        is('m.login_id', 'ilike', pattern),
        is('m.nick', 'ilike', pattern),
        is('m.reference_code', 'ilike', pattern),
      ]),
    )
  }
  const [rows, total] = await Promise.all([
    withShownColumns(query).orderBy('m.id', 'desc').offset(body.skip).limit(body.take).execute(),
    query.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { status: 'success', members: rows.map(memberFrom), maxCount: Number(total.count) }
}

async function getMember(context: OfficeContext, body: OfficeBody<'get-member'>): Promise<OfficeAnswer<'get-member'>> {
  const { db } = context.deps
  const brandIds = brandIdsOf(context)
  const row = await withShownColumns(shownMembers(db, brandIds)).where('m.public_id', '=', body.id).executeTakeFirst()
  if (row === undefined) return { status: 'none' }
  const scope = { brandIds, operatorId: context.caller.operatorId, deps: context.deps }
  const latest = { memberId: body.id, skip: 0, take: 10 }
  const [person, open, decided, journal, limits, matched, opposites, owed, block, sessions, resets] = await Promise.all(
    [
      db
        .selectFrom('member_person')
        .select(['phone_last4', 'bank_name', 'bank_owner', 'bank_number_last4'])
        .where('member_id', '=', row.id)
        .executeTakeFirst(),
      listRequests(db, { show: 'open', ...latest }, scope),
      listRequests(db, { show: 'decided', ...latest }, scope),
      readJournalTail(db, row.id),
      // The office has no session of the member: signed-in time counts up to the last activity.
      readTrueLimits(db, { memberId: row.id, sessionId: 0n }),
      matchesForOffice(db, [{ memberId: row.id, brandId: row.brand_id }], brandIds),
      readOpposites(db, row.id),
      readOwed(db, row.id),
      readBlock(db, row.id),
      countSessions(db, row.id),
      listMemberResets(db, row.id),
    ],
  )
  return {
    status: 'success',
    member: memberFrom(row),
    phone: masked(person?.phone_last4 ?? ''),
    bank: {
      bankname: person?.bank_name ?? '',
      bankOwner: readName(
        context.deps,
        { owner: { of: 'account-owner', id: row.id, publicId: row.public_id }, row: `member_person ${row.id}` },
        person?.bank_owner ?? '',
      ),
      banknum: masked(person?.bank_number_last4 ?? ''),
    },
    referenceCode: row.reference_code,
    requests: [...open.requests, ...decided.requests],
    journal,
    limits: limits.rules.filter((rule) => rule.most !== null),
    matches: matched.get(row.id)?.matches ?? [],
    opposites,
    owed: amountToWire(owed),
    block,
    sessions,
    resets,
  }
}

/** The members who bet against this one in rounds of tables, those of the newest rounds first. */
async function readOpposites(db: Database, memberId: bigint) {
  const { rows } = await sql<{ id: string; userId: string; rounds: number; roundId: string; at: Date }>`
    SELECT m.public_id AS id, m.login_id AS "userId", count(*)::int AS rounds, max(o.at) AS at, (array_agg(o.round_id ORDER BY o.at DESC))[1] AS "roundId"
      FROM (SELECT other_id AS id, round_id, at FROM table_opposite WHERE one_id = ${memberId}
            UNION ALL SELECT one_id, round_id, at FROM table_opposite WHERE other_id = ${memberId}) o
      JOIN member m ON m.id = o.id GROUP BY m.id ORDER BY max(o.at) DESC LIMIT 20`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

async function readOwed(db: Database, memberId: bigint): Promise<Amount> {
  const { rows } = await sql<{ owed: Amount }>`
    SELECT coalesce(sum(amount), 0)::bigint AS owed FROM receivable WHERE member_id = ${memberId}`.execute(db)
  return rows[0]?.owed ?? 0n
}

/** The block in force; members blocked before blocks had a date count as blocked since their registration. */
async function readBlock(db: Database, memberId: bigint): Promise<Block> {
  const row = await db
    .selectFrom('member as m')
    .leftJoin('operator as o', 'o.id', 'm.blocked_by')
    .select(['m.status_reason', 'm.blocked_until', 'm.registered_at', 'm.blocked_at', 'o.name'])
    .where('m.id', '=', memberId)
    .where('m.status', '=', 'blocked')
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    reason: row.status_reason,
    by: row.name,
    since: (row.blocked_at ?? row.registered_at).toISOString(),
    until: row.blocked_until?.toISOString() ?? null,
  }
}

async function countSessions(db: Database, memberId: bigint): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::int AS open FROM member_session s
     WHERE s.member_id = ${memberId} AND s.ended_at IS NULL AND session_is_live(s, now())`.execute(db)
  return rows[0]?.open ?? 0
}

/** The last journal events of a member, newest first. */
async function readJournalTail(db: Database, memberId: bigint): Promise<OfficeJournalEntry[]> {
  const rows = await db
    .selectFrom('journal as j')
    .innerJoin('journal_kind as k', 'k.id', 'j.kind')
    .select([
      'j.seq',
      'j.at',
      'k.name',
      'j.stake',
      'j.pay',
      'j.d_cash',
      'j.d_held',
      'j.d_in_play',
      'j.d_comp',
      'j.cash',
    ])
    .where('j.member_id', '=', memberId)
    .orderBy('j.seq', 'desc')
    .limit(journalTail)
    .execute()
  return rows.map((row) => ({
    seq: String(row.seq),
    at: row.at.toISOString(),
    kind: row.name,
    stake: amountToWire(row.stake),
    pay: amountToWire(row.pay),
    cash: amountToWire(row.d_cash),
    held: amountToWire(row.d_held),
    inPlay: amountToWire(row.d_in_play),
    rolling: amountToWire(row.d_comp),
    balanceAfter: amountToWire(row.cash),
  }))
}
