import { browserKey, isKnownBrowser, rememberMemberBrowser } from '#server/auth/member-browser.ts'
import { newToken } from '#server/auth/session.ts'
import { newSessionToken, readSessionToken } from '#server/auth/session-token.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { ApiRefusal } from '#contract/route.ts'
import { restrictionOf, type MemberStatus } from '#domain/member.ts'
import { userIdKey } from '#domain/member-name.ts'
import { resetShownDays } from '#domain/password-reset.ts'
import type { GuestContext, MemberContext, MemberHandlers, OwnSessionContext } from '#server/auth/context.ts'
import { unbindHash } from '#server/auth/bound-hash.ts'
import { withHashingPlace, withKnownPlace, withLookUpPlace } from '#server/auth/hashing.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'
import { auditMember } from '#server/modules/audit/store.ts'
import { isErased, readUser, readUserOfSession } from '#server/modules/member/store.ts'
import { addDeviceMarks } from '#server/modules/registration/store.ts'
import { acceptAttempt, countSignIn, verifyCounted } from '#server/auth/attempts.ts'
import { networkOf } from '#server/http/address.ts'
import { sessionHandlers } from './sessions.ts'

/** Signing in and out, the health check, and the member's sessions. */
export const signInMemberHandlers = {
  'user-do-login': signIn,
  'user-health-check': checkHealth,
  'user-logout': logOut,
  ...sessionHandlers,
} satisfies Partial<MemberHandlers>

/**
 * Only a bounded number of concurrent calls reaches the database: see `withHashingPlace`. A known browser has a place
 * that strangers cannot take.
 */
async function signIn(
  context: GuestContext,
  body: MemberBody<'user-do-login'>,
): Promise<MemberAnswer<'user-do-login'>> {
  // A form sent too early is not an attempt at the password.
  if (body.pw === '') return { status: 'fail', message: 'msg2030' }
  const key = userIdKey(body.id)
  const network = networkOf(context.ip)
  const stranger = { queue: 'stranger', network } as const
  if (context.device === null) {
    return withHashingPlace(stranger, async () => signInAs(context, body, await findForSignIn(context, key)))
  }
  const found = await withLookUpPlace('known', network, () => findForSignIn(context, key))
  if (found?.knownDevice) {
    const known = { queue: 'known', network } as const
    return withKnownPlace(known, String(found.memberId), () => signInAs(context, body, found))
  }
  return withHashingPlace(stranger, () => signInAs(context, body, found))
}

/** An unknown id, a wrong password and a rejected registration get the same answer, time and count. */
async function signInAs(
  context: GuestContext,
  body: MemberBody<'user-do-login'>,
  found: Found | null,
): Promise<MemberAnswer<'user-do-login'>> {
  const { db } = context.deps
  const key = userIdKey(body.id)
  const network = networkOf(context.ip)
  const attempt = await countSignIn(db, {
    id: `${context.brand.id} ${key}`,
    network,
    device: found?.knownDevice ? found.deviceKey : null,
  })
  if ('wait' in attempt) return { status: 'throttled', retryAfter: attempt.wait }
  const { counted } = attempt
  const caller = { queue: found?.knownDevice ? 'known' : 'stranger', network } as const
  const hash =
    found === null
      ? null
      : unbindHash(context.deps.config.secret, { of: 'password', id: found.memberId }, found.passwordHash)
  const matches = await verifyCounted(db, counted, hash, body.pw, caller)
  if (found === null || !matches || found.status === 'rejected') return { status: 'fail', message: 'msg2030' }
  if (found.status === 'pending') {
    await acceptAttempt(db, counted)
    return { status: 'pending' }
  }
  const opened = await db.transaction().execute(async (tx) => {
    const endsAt = await lockCurrent(tx, found)
    if (endsAt === null) return null
    await acceptAttempt(tx, counted)
    return openSession(tx, context, found, endsAt)
  })
  if (opened === null) return { status: 'fail', message: 'msg2030' }
  const { token, device, endedOf } = opened
  if (endedOf !== null) context.deps.events.publish({ kind: 'session', memberId: endedOf })
  const wantsToken = body.token === true
  if (!wantsToken) {
    context.setSession(token)
    context.setDevice(device)
  }
  const { user, at } = await readUser(context.deps, found.memberId)
  const restricted = restrictionOf(found, at)
  if (!wantsToken) context.setExcluded(restricted?.why === 'excluded')
  return {
    status: 'success',
    user,
    ...(restricted && { restricted: { why: restricted.why, until: restricted.until?.toISOString() ?? null } }),
    ...(found.passwordResetAt !== null && { passwordResetAt: found.passwordResetAt.toISOString() }),
    ...(wantsToken && { token }),
  }
}

type Found = {
  memberId: bigint
  publicId: string
  passwordHash: string
  status: MemberStatus
  excludedUntil: Date | number | null
  blockedUntil: Date | null
  /** When the office reset the password, if it was in the last days. */
  passwordResetAt: Date | null
  knownDevice: boolean
  /** Identifies this browser and this member in the counter of attempts. */
  deviceKey: string
}

/** The member of an id, and whether they have signed in from this browser before: the same queries for an unknown id. */
async function findForSignIn(context: GuestContext, key: string): Promise<Found | null> {
  const { device } = context
  const { secret } = context.deps.config
  const row = await context.deps.db
    .selectFrom('member as m')
    .select(['m.id', 'm.public_id', 'm.password_hash', 'm.status', 'm.excluded_until', 'm.blocked_until'])
    .select(
      sql<Date | null>`CASE WHEN m.password_reset_at > now() - make_interval(days => ${resetShownDays}::int)
        THEN m.password_reset_at END`.as('password_reset_at'),
    )
    .where('m.brand_id', '=', context.brand.id)
    .where('m.login_id_key', '=', key)
    .executeTakeFirst()
  const known = device !== null && (await isKnownBrowser(context.deps.db, secret, row?.id ?? 0n, device))
  if (row === undefined) return null
  return {
    memberId: row.id,
    publicId: row.public_id,
    passwordHash: row.password_hash,
    status: row.status as MemberStatus,
    excludedUntil: row.excluded_until,
    blockedUntil: row.blocked_until,
    passwordResetAt: row.password_reset_at,
    knownDevice: known,
    deviceKey: browserKey(secret, row.id, device ?? ''),
  }
}

/**
 * When a session that begins now ends, by the database's clock. Null when the verified password is no longer the member's,
 * or their personal data were erased; a lock keeps it so until the session is open. A change of password and erasing end
 * all sessions, and would miss one that is opened afterwards.
 */
async function lockCurrent(tx: Tx, found: Found): Promise<Date | null> {
  const row = await tx
    .selectFrom('member')
    .select(['password_hash', sql<Date>`now() + interval '8 hours'`.as('ends_at')])
    .where('id', '=', found.memberId)
    .forShare()
    .executeTakeFirst()
  if (row?.password_hash !== found.passwordHash) return null
  // After the lock, which erasing takes too.
  return (await isErased(tx, found.memberId)) ? null : row.ends_at
}

type Opened = { token: string; device: string; endedOf: bigint | null }

/** `endedOf`: the member of the browser's previous session, possibly another member. */
async function openSession(tx: Tx, context: GuestContext, found: Found, endsAt: Date): Promise<Opened> {
  const { secret } = context.deps.config
  let endedOf: bigint | null = null
  const earlier = context.token === null ? null : readSessionToken(secret, 'member', context.token)
  if (earlier !== null) {
    const ended = await tx
      .updateTable('member_session')
      .set({ ended_at: sql<Date>`now()`, ended_why: 'signed in again' })
      .where('token_hash', '=', earlier.hash)
      .where('member_id', '=', earlier.holder)
      .where('ended_at', 'is', null)
      .returning('member_id')
      .executeTakeFirst()
    endedOf = ended?.member_id ?? null
  }
  const { token, hash } = newSessionToken(secret, { of: 'member', holder: found.memberId, endsAt })
  await tx
    .insertInto('member_session')
    .values({
      token_hash: hash,
      member_id: found.memberId,
      ends_at: endsAt,
      ip: context.ip,
      user_agent: context.userAgent,
    })
    .execute()
  // A token that this member has not used here before may be one that somebody else chose or knows.
  const device = found.knownDevice && context.device !== null ? context.device : newToken()
  await rememberMemberBrowser(tx, secret, found.memberId, device)
  // So that the office sees which accounts share a browser.
  if (!found.knownDevice) await addDeviceMarks(tx, context.deps.config, found.memberId, [context.device, device])
  await auditMember(tx, context, found.memberId, 'member.sign-in', found.publicId, { knownDevice: found.knownDevice })
  return { token, device, endedOf }
}

/** The health check, sent every 30 s by every signed-in page: one indexed query that does not count as activity. */
async function checkHealth(context: OwnSessionContext): Promise<MemberAnswer<'user-health-check'> | ApiRefusal> {
  const read = await readUserOfSession(context.deps, context.named, context.brand.id)
  if (read === null) return { status: 'unauthenticated' }
  const { user, held, at, endsAt, idleEndsAt } = read
  return {
    status: 'success',
    user,
    held,
    noteCount: user.noteCount,
    helpCount: user.helpCount,
    serverTime: at.toISOString(),
    endsAt: endsAt.toISOString(),
    idleEndsAt: idleEndsAt.toISOString(),
  }
}

async function logOut(context: MemberContext): Promise<MemberAnswer<'user-logout'>> {
  await context.deps.db
    .updateTable('member_session')
    .set({ ended_at: sql<Date>`now()`, ended_why: 'signed out' })
    .where('id', '=', context.caller.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  context.deps.events.publish({ kind: 'session', memberId: context.caller.memberId })
  context.clearSession()
  return { status: 'success' }
}
