import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { convertible, percentOf } from '#domain/comp.ts'
import { shownBalance } from '#domain/member.ts'
import { amountToWire } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Database } from '#server/db/pool.ts'
import { commitSuccess } from '#server/db/commit-success.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { journalKinds } from '#server/ledger/events.ts'
import { lockWithoutOpenStakes, postIn, type Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { eventsSearched, mostListed, pageOfListed, takeListed } from '#server/db/bounded-list.ts'
import { auditMember } from '#server/modules/audit/store.ts'
import { readShownWallet, readUnseen } from '#server/modules/member/store.ts'
import { recall, type OwnEvent } from '#server/auth/request-key.ts'

/** Comp: its conversion, and the list of what each bet earned. */
export const compMemberHandlers = {
  'roll-to-balance': convertComp,
  'get-comp-list': getComps,
  'get-comp-rates': getRates,
} satisfies Partial<MemberHandlers>

type ConvertAnswer = MemberAnswer<'roll-to-balance'>

async function convertComp(context: MemberContext, body: MemberBody<'roll-to-balance'>): Promise<ConvertAnswer> {
  const { brand, caller, deps } = context
  const { memberId } = caller
  const event: OwnEvent = {
    memberId,
    kind: 'comp_converted',
    key: body.requestId ?? uuidv7(),
    request: ['roll-to-balance', body.point ?? 'all'],
    contraId: await deps.ledger.accountId(brand.id, 'comp_cost'),
  }
  if (body.requestId !== undefined) {
    const recalled = await recallConversion(deps.db, event)
    if (recalled !== null) return recalled
  }
  let moved = false
  const answer = await commitSuccess<ConvertAnswer>(deps.db, async (tx) => {
    const wallet = await lockWithoutOpenStakes(tx, memberId)
    if (wallet === null) return { status: 'low_point' }
    // A concurrent request with the same id may have converted while this one waited for the wallet.
    const recalled = body.requestId === undefined ? null : await recallConversion(tx, event)
    if (recalled !== null) return recalled
    const amount = convertible(wallet.comp, body.point ?? null)
    if (amount === null) return { status: 'low_point' }
    const posted = await postIn(tx, { ...event, source: 'own', cash: amount, comp: -amount })
    if (posted.outcome !== 'done') throw new Error(`converting comp was ${posted.outcome}`)
    crashPoint('comp.posted')
    await auditMember(tx, context, memberId, 'comp.convert', caller.memberPublicId, { point: amountToWire(amount) })
    moved = true
    const { balance, rolling } = await readShownWallet(tx, memberId)
    return { status: 'success', balance, rolling }
  })
  if (moved && answer.status === 'success') deps.events.publish({ kind: 'balance', memberId })
  return answer
}

/**
 * The answer to a request that took effect before, with the balances of that time; null for a new one. Which wins were
 * hidden at that time is not stored, so the wins that are hidden now are subtracted.
 */
async function recallConversion(
  db: Database | Tx,
  event: OwnEvent,
): Promise<Extract<ConvertAnswer, { status: 'success' | 'conflict' }> | null> {
  const recalled = await recall(db, event)
  if (recalled === null) return null
  if (recalled === 'conflict') return { status: 'conflict' }
  const unseen = await readUnseen(db, event.memberId)
  return {
    status: 'success',
    balance: amountToWire(shownBalance(recalled.cash, unseen)),
    rolling: amountToWire(recalled.comp),
  }
}

/** Bets that earned comp, and rolled-back ones that returned it, newest first. */
async function getComps(
  context: MemberContext,
  body: MemberBody<'get-comp-list'>,
): Promise<MemberAnswer<'get-comp-list'>> {
  const { caller, deps, locale } = context
  const { first, end } = await eventsSearched(deps.db, caller.memberId, null)
  const earned = deps.db
    .selectFrom('journal')
    .select('seq as id')
    .where('member_id', '=', caller.memberId)
    .where('seq', '>=', first)
    .where('seq', '<', end)
    .where('kind', 'in', [journalKinds.bet, journalKinds.spin, journalKinds.rollback])
    .where('d_comp', '<>', 0n)
    .orderBy('seq', 'desc')
    .limit(mostListed)
  const { ids, count } = await pageOfListed(deps.db, earned, takeListed(body))
  const rows = await deps.db
    .selectFrom('journal as j')
    .leftJoin('comp_rate as c', 'c.id', 'j.rate_id')
    .leftJoin('round as r', 'r.id', 'j.ref')
    .leftJoin('seat_round as q', 'q.id', 'j.ref')
    .leftJoin('game_version as v', (join) =>
      join.on(sql<boolean>`v.id = coalesce(r.game_version_id, q.game_version_id)`),
    )
    .leftJoin('table_round as w', 'w.id', 'j.ref')
    .leftJoin('game_table as t', 't.id', 'w.table_id')
    .leftJoin('game as g', (join) => join.on(sql<boolean>`g.code = coalesce(v.game_code, t.game_code)`))
    .select(['j.at', 'j.stake', 'j.d_comp', 'c.rate_ppm', 'g.names', 'r.id as round_id'])
    .where('j.member_id', '=', caller.memberId)
    .where('j.seq', '=', sql<bigint>`ANY (${ids}::bigint[])`)
    .orderBy('j.seq', 'desc')
    .execute()
  return {
    status: 'success',
    comps: rows.map((row) => ({
      date: row.at.toISOString(),
      gameName: nameIn(row.names, locale),
      bet: amountToWire(row.stake),
      rate: percentOf(row.rate_ppm ?? 0),
      point: amountToWire(row.d_comp),
      roundId: row.round_id,
    })),
    maxCount: count,
  }
}

const gameKinds = ['slot', 'casino', 'sport'] as const
type LevelRates = Record<(typeof gameKinds)[number], number>

/** What the member's level and every other earn of a stake now; a kind without a rate earns nothing. */
async function getRates({ brand, caller, deps }: MemberContext): Promise<MemberAnswer<'get-comp-rates'>> {
  const [{ level }, { rows }] = await Promise.all([
    deps.db.selectFrom('member').select('level').where('id', '=', caller.memberId).executeTakeFirstOrThrow(),
    sql<LevelRates & { level: number }>`
      SELECT l.level, ${sql.join(gameKinds.map((kind) => sql`coalesce(max(c.rate_ppm) FILTER (WHERE k.kind = ${kind}), 0) AS ${sql.ref(kind)}`))}
        FROM generate_series(1, 10) l (level) CROSS JOIN unnest(${[...gameKinds]}::text[]) k (kind)
        LEFT JOIN LATERAL comp_rate_of_level(${brand.id}, l.level::smallint, k.kind, now()) c ON true
       GROUP BY l.level ORDER BY l.level`.execute(deps.db),
  ])
  const own = rows.find((row) => row.level === level)
  return {
    status: 'success',
    level,
    rates: gameKinds.map((kind) => ({ kind, rate: percentOf(own?.[kind] ?? 0) })),
    levels: rows.map((row) => ({
      level: row.level,
      slot: percentOf(row.slot),
      casino: percentOf(row.casino),
      sport: percentOf(row.sport),
    })),
  }
}
