import { sql, type SqlBool } from 'kysely'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { brandIdsOf } from '#server/auth/office-scope.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { isErased } from './store.ts'

/**
 * Blocks of the office. A blocked member can sign in to withdraw, and opens no game; rounds that were booked are paid.
 * Sessions end in the transaction of the block, so that no browser continues as before.
 */

type Locked = { id: bigint; brandId: number; status: string }

async function lockMember(tx: Tx, context: OfficeContext, publicId: string): Promise<Locked | null> {
  const row = await tx
    .selectFrom('member')
    .select(['id', 'brand_id', 'status'])
    .where('public_id', '=', publicId)
    .where(sql<SqlBool>`brand_id = any(${brandIdsOf(context)}::int[])`)
    // Not FOR UPDATE: a spin that holds the wallet refers to the member, and the trigger of a block waits for that wallet.
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, brandId: row.brand_id, status: row.status }
}

/** Ends the member's sessions, and with them their game windows; returns how many had not ended yet. */
async function endSessions(tx: Tx, memberId: bigint, why: string): Promise<number> {
  const ended = await tx
    .updateTable('member_session as s')
    .set({ ended_at: sql<Date>`now()`, ended_why: why })
    .where('s.member_id', '=', memberId)
    .where('s.ended_at', 'is', null)
    .returning(sql<boolean>`session_is_live(old, now())`.as('was_open'))
    .execute()
  return ended.filter((session) => session.was_open).length
}

/** Runs an act on one member, and notifies their browsers after the commit. */
async function withMember<Answer extends { status: string }>(
  context: OfficeContext,
  publicId: string,
  act: (tx: Tx, member: Locked) => Promise<Answer>,
): Promise<Answer | { status: 'none' }> {
  const { db, events } = context.deps
  const done = await db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context, publicId)
    return member === null ? null : { memberId: member.id, answer: await act(tx, member) }
  })
  if (done === null) return { status: 'none' }
  if (done.answer.status === 'success') events.publish({ kind: 'session', memberId: done.memberId })
  return done.answer
}

export async function blockMember(
  context: OfficeContext,
  body: OfficeBody<'block-member'>,
): Promise<OfficeAnswer<'block-member'>> {
  return withMember(context, body.id, async (tx, member) => {
    if (member.status !== 'active' && member.status !== 'blocked') return { status: 'state' as const }
    // It is blocked for good; a block that ends would open it.
    if (await isErased(tx, member.id)) return { status: 'state' as const }
    const { rows } = await sql`
      UPDATE member SET status = 'blocked', status_reason = ${body.reason}, blocked_until = ${body.until}::timestamptz,
        blocked_at = clock_timestamp(), blocked_by = ${context.caller.operatorId}
       WHERE id = ${member.id} AND (${body.until}::timestamptz IS NULL OR ${body.until}::timestamptz > clock_timestamp())
      RETURNING id`.execute(tx)
    if (rows.length === 0) return { status: 'past' as const }
    const ended = await endSessions(tx, member.id, 'blocked by the office')
    const detail = { reason: body.reason, until: body.until ?? '', ended: String(ended) }
    await auditAct(tx, context, { act: 'member.block', brandId: member.brandId, subject: body.id, detail })
    return { status: 'success' as const, ended }
  })
}

export async function unblockMember(
  context: OfficeContext,
  body: OfficeBody<'unblock-member'>,
): Promise<OfficeAnswer<'unblock-member'>> {
  return withMember(context, body.id, async (tx, member) => {
    if (member.status !== 'blocked' || (await isErased(tx, member.id))) return { status: 'state' as const }
    await tx
      .updateTable('member')
      .set({ status: 'active', status_reason: '', blocked_until: null, blocked_at: null, blocked_by: null })
      .where('id', '=', member.id)
      .execute()
    const detail = { reason: body.reason }
    await auditAct(tx, context, { act: 'member.unblock', brandId: member.brandId, subject: body.id, detail })
    return { status: 'success' as const }
  })
}

export async function endMemberSessions(
  context: OfficeContext,
  body: OfficeBody<'end-member-sessions'>,
): Promise<OfficeAnswer<'end-member-sessions'>> {
  return withMember(context, body.id, async (tx, member) => {
    const ended = await endSessions(tx, member.id, 'ended by the office')
    const detail = { reason: body.reason, ended: String(ended) }
    await auditAct(tx, context, { act: 'member.end-sessions', brandId: member.brandId, subject: body.id, detail })
    return { status: 'success' as const, ended }
  })
}

const everyMs = 5_000
const mostPerRun = 500

/** Lifts blocks whose end has come; `stop` waits for the current run. */
export function startBlockEnds(deps: Pick<Deps, 'db' | 'log' | 'events'>): RunningWork {
  return startLeasedWork(deps, {
    name: 'block-ends',
    everyMs,
    leaseMs: 10_000,
    isDue: async () => {
      const { rows } = await sql`
        SELECT FROM member WHERE status = 'blocked' AND blocked_until <= now() LIMIT 1`.execute(deps.db)
      return rows.length > 0
    },
    overdueMs: 600_000,
    run: async () => liftEndedBlocks(deps),
    failureMessage: 'lifting ended blocks failed; it is retried',
  })
}

/** Lifts the blocks that have ended, each with its audit row. */
export async function liftEndedBlocks({ db, events }: Pick<Deps, 'db' | 'events'>): Promise<void> {
  const lift = sql<{ id: bigint }>`
    WITH ended AS (
      SELECT id FROM member WHERE status = 'blocked' AND blocked_until <= now()
       ORDER BY blocked_until LIMIT ${mostPerRun} FOR UPDATE SKIP LOCKED),
    lifted AS (
      UPDATE member m SET status = 'active', status_reason = '', blocked_until = NULL, blocked_at = NULL, blocked_by = NULL
        FROM ended e WHERE m.id = e.id RETURNING m.id, m.brand_id, m.public_id),
    audited AS (
      INSERT INTO audit (brand_id, actor_kind, act, subject, detail)
      SELECT brand_id, 'system', 'member.unblock', public_id::text, '{"reason": "the block has ended"}' FROM lifted)
    SELECT id FROM lifted`
  const { rows } = await db.transaction().execute((tx) => lift.execute(tx))
  for (const { id } of rows) events.publish({ kind: 'session', memberId: id })
}
