import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { clockText, opensAgain } from '#domain/brand-time.ts'
import { passwordFault, pinFault } from '#domain/member-secret.ts'
import { amountToWire } from '#domain/money.ts'
import type { RequestType } from '#domain/money-request.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { bindHash } from '#server/auth/bound-hash.ts'
import { hashSecret } from '#server/auth/hashing.ts'
import { sql, type SqlBool } from 'kysely'
import { confirmPassword, lockConfirmed } from '#server/auth/confirm-password.ts'
import { forgetMemberBrowsers } from '#server/auth/member-browser.ts'
import { auditMember } from '#server/modules/audit/store.ts'
import { turnoverHolds } from '#server/modules/limit/store.ts'
import { readShownWallet, readUser } from './store.ts'
import { readUsualMinutes } from '#server/modules/money-request/store.ts'
import { closeResets } from '#server/modules/password-reset/store.ts'

/** My page: the user, their sessions, the cashier's rules, and changing password and PIN. */
export const memberMemberHandlers = {
  'get-member': getMember,
  'get-in-game-balance': getInGameBalance,
  'change-password': changePassword,
  'change-exchange-pass': changePin,
} satisfies Partial<MemberHandlers>

async function getMember(context: MemberContext): Promise<MemberAnswer<'get-member'>> {
  const { brand, caller, deps } = context
  const [{ user, at }, sessions, cashier, usual] = await Promise.all([
    readUser(deps, caller.memberId),
    deps.db
      .selectFrom('member_session as s')
      .select(['s.id', 's.public_id', 's.created_at', 's.last_act_at', 's.user_agent'])
      .where('s.member_id', '=', caller.memberId)
      .where('s.ended_at', 'is', null)
      .where(sql<SqlBool>`session_is_live(s, now())`)
      .orderBy('s.last_act_at', 'desc')
      .limit(20)
      .execute(),
    deps.db
      .selectFrom('member as m')
      .leftJoin('wallet as w', 'w.member_id', 'm.id')
      .select(['m.withdraw_waits_until', 'w.turnover_due', turnoverHolds.as('turnover_holds')])
      .where('m.id', '=', caller.memberId)
      .executeTakeFirstOrThrow(),
    readUsualMinutes(deps.db, brand),
  ])
  const side = (type: RequestType) => ({
    min: amountToWire(brand[type].min),
    max: amountToWire(brand[type].max),
    step: amountToWire(brand[type].step),
    usualMinutes: usual[type],
  })
  const always = brand.cashOpens === brand.cashCloses
  const opens = opensAgain(at, { opens: brand.cashOpens, closes: brand.cashCloses }, brand.timeZone)
  const waitsUntil = cashier.withdraw_waits_until
  return {
    status: 'success',
    user,
    sessions: sessions.map((session) => ({
      id: session.public_id,
      current: session.id === caller.sessionId,
      startedAt: session.created_at.toISOString(),
      lastSeenAt: session.last_act_at.toISOString(),
      device: session.user_agent,
    })),
    cash: {
      deposit: { ...side('deposit'), quick: brand.quickAmounts.map(amountToWire) },
      withdraw: {
        ...side('withdraw'),
        turnover: amountToWire(cashier.turnover_holds ? (cashier.turnover_due ?? 0n) : 0n),
        waitsUntil: waitsUntil !== null && waitsUntil > at ? waitsUntil.toISOString() : null,
      },
      hours: always ? null : { opens: clockText(brand.cashOpens), closes: clockText(brand.cashCloses) },
      opens: opens === null ? null : opens.toISOString(),
    },
    block: caller.restricted?.why === 'blocked' ? { until: caller.restricted.until?.toISOString() ?? null } : null,
  }
}

async function getInGameBalance(context: MemberContext): Promise<MemberAnswer<'get-in-game-balance'>> {
  const { caller, deps } = context
  const [wallet, member] = await Promise.all([
    readShownWallet(deps.db, caller.memberId),
    deps.db.selectFrom('member').select('login_id').where('id', '=', caller.memberId).executeTakeFirstOrThrow(),
  ])
  return { status: 'success', ...wallet, userId: member.login_id }
}

/** Sets a new password, which ends every other session and makes every other browser unknown again. */
async function changePassword(
  context: MemberContext,
  body: MemberBody<'change-password'>,
): Promise<MemberAnswer<'change-password'>> {
  const { caller, deps } = context
  const confirmed = await confirmPassword(context, body.pw)
  if (confirmed.status !== 'right') return confirmed
  if (passwordFault(body.newPw, [confirmed.loginId, confirmed.nick]) !== null) return { status: 'weak' }
  const hash = await hashSecret(body.newPw, 'signed-in')
  const passwordHash = bindHash(deps.config.secret, { of: 'password', id: caller.memberId }, hash)
  const done = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockConfirmed(tx, context, confirmed))) return false
    await tx.updateTable('member').set({ password_hash: passwordHash }).where('id', '=', caller.memberId).execute()
    await tx
      .updateTable('member_session')
      .set({ ended_at: sql<Date>`now()`, ended_why: 'password changed' })
      .where('member_id', '=', caller.memberId)
      .where('id', '<>', caller.sessionId)
      .where('ended_at', 'is', null)
      .execute()
    await forgetMemberBrowsers(tx, deps.config.secret, caller.memberId, context.device)
    // An open password reset is closed: an issued code becomes invalid.
    await closeResets(tx, caller.memberId, 'lapsed')
    await auditMember(tx, context, caller.memberId, 'member.change-password', caller.memberPublicId)
    return true
  })
  if (!done) return { status: 'fail' }
  deps.events.publish({ kind: 'session', memberId: caller.memberId })
  return { status: 'success' }
}

/** Until when withdrawals and a new PIN wait after a password reset; null: they do not. */
async function readMoneyWait({ caller, deps }: MemberContext): Promise<Date | null> {
  const { until } = await deps.db
    .selectFrom('member')
    .select(
      sql<Date | null>`CASE WHEN withdraw_waits_until > clock_timestamp() THEN withdraw_waits_until END`.as('until'),
    )
    .where('id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  return until
}

/** Sets a new PIN after confirmation of the password. A lock by wrong attempts stays until its time. */
async function changePin(
  context: MemberContext,
  body: MemberBody<'change-exchange-pass'>,
): Promise<MemberAnswer<'change-exchange-pass'>> {
  const { caller, deps } = context
  const confirmed = await confirmPassword(context, body.pw)
  if (confirmed.status !== 'right') return confirmed
  const until = await readMoneyWait(context)
  if (until !== null) return { status: 'wait', until: until.toISOString() }
  if (pinFault(body.pass) !== null) return { status: 'weak' }
  const hash = await hashSecret(body.pass, 'signed-in')
  const pinHash = bindHash(deps.config.secret, { of: 'pin', id: caller.memberId }, hash)
  return deps.db.transaction().execute(async (tx): Promise<MemberAnswer<'change-exchange-pass'>> => {
    if (!(await lockConfirmed(tx, context, confirmed))) return { status: 'fail' }
    await tx.updateTable('member').set({ pin_hash: pinHash }).where('id', '=', caller.memberId).execute()
    await auditMember(tx, context, caller.memberId, 'member.change-pin', caller.memberPublicId)
    return { status: 'success' }
  })
}
