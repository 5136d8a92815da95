import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { sql } from 'kysely'
import { auditMember } from '#server/modules/audit/store.ts'

/** Ends the member's own sessions: a session and its windows are ended before the answer. */
export const sessionHandlers = {
  'end-session': endSession,
  'end-other-sessions': endOtherSessions,
} satisfies Partial<MemberHandlers>

/** `none` for a session that is absent, another member's or already ended. Ending the current session signs out. */
async function endSession(
  context: MemberContext,
  body: MemberBody<'end-session'>,
): Promise<MemberAnswer<'end-session'>> {
  const { caller, deps } = context
  const ended = await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('member_session')
      .set({ ended_at: sql<Date>`now()`, ended_why: 'ended by the member' })
      .where('public_id', '=', body.id)
      .where('member_id', '=', caller.memberId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) await auditMember(tx, context, caller.memberId, 'member.end-session', caller.memberPublicId)
    return row?.id ?? null
  })
  if (ended === null) return { status: 'none' }
  if (ended === caller.sessionId) context.clearSession()
  deps.events.publish({ kind: 'session', memberId: caller.memberId })
  return { status: 'success' }
}

async function endOtherSessions(context: MemberContext): Promise<MemberAnswer<'end-other-sessions'>> {
  const { caller, deps } = context
  const ended = await deps.db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('member_session as s')
      .set({ ended_at: sql<Date>`now()`, ended_why: 'ended by the member' })
      .where('s.member_id', '=', caller.memberId)
      .where('s.id', '<>', caller.sessionId)
      .where('s.ended_at', 'is', null)
      .returning(sql<boolean>`s.ends_at > now()`.as('lived'))
      .execute()
    if (rows.length > 0) await auditMember(tx, context, caller.memberId, 'member.end-session', caller.memberPublicId)
    return rows.length
  })
  if (ended > 0) deps.events.publish({ kind: 'session', memberId: caller.memberId })
  return { status: 'success', ended }
}
