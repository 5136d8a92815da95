import { createHash, timingSafeEqual } from 'node:crypto'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { userIdKey } from '#domain/member-name.ts'
import { passwordFault } from '#domain/member-secret.ts'
import { phoneKey, readResetCode, withdrawalWaitHours } from '#domain/password-reset.ts'
import { resetNote } from '#domain/reset-note.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'
import {
  clearResetAttempts,
  clearSignInAttempts,
  countAttempts,
  undoAttempts,
  undoneWhenBusy,
  verifyCounted,
} from '#server/auth/attempts.ts'
import { bindHash, unbindHash } from '#server/auth/bound-hash.ts'
import { forgetMemberBrowsers, isKnownBrowser } from '#server/auth/member-browser.ts'
import { hashSecret, verifySecret, withHashingPlace, type NetworkCaller } from '#server/auth/hashing.ts'
import { networkOf } from '#server/http/address.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { readValue } from '#server/auth/stored-value.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { auditMember } from '#server/modules/audit/store.ts'
import { isErased } from '#server/modules/member/store.ts'
import { writeNote } from '#server/modules/note/store.ts'
import { resetAttempts, resetIdOf } from './store.ts'

/**
 * The member's side of a password reset: the member files a request with id and telephone number, an operator verifies
 * them by telephone and reads out a code, and with the code they set a new password. No answer reveals whether the
 * member exists.
 */
export const passwordResetMemberHandlers = {
  'ask-password-reset': requestReset,
  'reset-password': resetPassword,
} satisfies Partial<MemberHandlers>

/**
 * Files a task for the office when id and telephone number belong together, with whether the member has signed in from
 * this browser. The work is the same for known and unknown
 * ids (lookup, decrypt, compare, insert), so that timing reveals nothing.
 */
async function requestReset(
  context: GuestContext,
  body: MemberBody<'ask-password-reset'>,
): Promise<MemberAnswer<'ask-password-reset'>> {
  const { brand, deps } = context
  const member = await deps.db
    .selectFrom('member as m')
    .leftJoin('member_person as p', 'p.member_id', 'm.id')
    .select(['m.id', 'm.public_id', 'p.key_id', 'p.phone_sealed'])
    .where('m.brand_id', '=', brand.id)
    .where('m.login_id_key', '=', userIdKey(body.id))
    .where('m.status', 'in', ['active', 'blocked'])
    .executeTakeFirst()
  const isOwnPhone = isSamePhone(context, member ?? null, body.phone)
  const memberId = member !== undefined && isOwnPhone ? member.id : null
  const isKnown = await isKnownBrowser(deps.db, deps.config.secret, member?.id ?? 0n, context.device ?? '')
  const file = sql`
    WITH forgotten AS (
      DELETE FROM password_reset WHERE member_id IS NULL AND asked_at < now() - interval '1 day')
    INSERT INTO password_reset AS r (id, brand_id, member_id, from_known_browser)
    VALUES (${uuidv7()}, ${brand.id}, ${memberId}, ${isKnown})
    ON CONFLICT (member_id) WHERE state IN ('filed', 'issued') DO UPDATE SET asked_at = now(),
      from_known_browser = coalesce(r.from_known_browser, false) OR EXCLUDED.from_known_browser`
  await deps.db.transaction().execute((tx) => file.execute(tx))
  return { status: 'success' }
}

type EncryptedPhone = { id: bigint; public_id: string; key_id: string | null; phone_sealed: Buffer | null }

/**
 * Decrypts a number even if there is none, and compares digests, so that timing reveals nothing. One that cannot be read is
 * nobody's.
 */
function isSamePhone(context: GuestContext, member: EncryptedPhone | null, phone: string): boolean {
  const owner = { of: 'phone', id: member?.id ?? 0n, publicId: member?.public_id ?? '' } as const
  const noise = createEncryption(context.deps.config).encryptText(owner, '')
  const stored =
    member?.key_id && member.phone_sealed ? { keyId: member.key_id, encrypted: member.phone_sealed } : noise
  const plain = readValue(context.deps, { owner, row: `member_person ${owner.id}` }, stored)
  const digest = (text: string): Buffer => createHash('sha256').update(phoneKey(text)).digest()
  const isSame = timingSafeEqual(digest(plain ?? ''), digest(phone))
  return isSame && stored !== noise && plain !== null && phoneKey(phone) !== ''
}

type IssuedCode = {
  id: string
  issuedBy: bigint
  memberId: bigint
  publicId: string
  loginId: string
  nick: string
  codeHash: string
}

const strangerOf = (context: GuestContext): NetworkCaller => ({ queue: 'stranger', network: networkOf(context.ip) })

/** Only a bounded number of concurrent calls reaches the database: see `withHashingPlace`. */
function resetPassword(
  context: GuestContext,
  body: MemberBody<'reset-password'>,
): Promise<MemberAnswer<'reset-password'>> {
  return withHashingPlace(strangerOf(context), () => resetWithPlace(context, body))
}

/**
 * Sets a new password by a code. A wrong or expired code, one with too many attempts and an unknown id get the same
 * answer after the same time. An attempt is counted before the code is verified; a right code with a weak password
 * stays valid.
 */
async function resetWithPlace(
  context: GuestContext,
  body: MemberBody<'reset-password'>,
): Promise<MemberAnswer<'reset-password'>> {
  const { brand } = context
  const { db, events, config } = context.deps
  const key = userIdKey(body.id)
  const attempt = resetAttempts(resetIdOf(brand.id, key), networkOf(context.ip))
  const out = await findIssuedCode(context, key)
  if ((await countAttempts(db, attempt)) > 0) {
    // Takes as long as the verification of a wrong code, so that timing reveals nothing.
    await verifySecret(null, readResetCode(body.code), strangerOf(context))
    return { status: 'fail' }
  }
  const codeHash =
    out === null ? null : unbindHash(config.secret, { of: 'reset', id: `${out.id} ${out.memberId}` }, out.codeHash)
  const isRight = await verifyCounted(db, attempt, codeHash, readResetCode(body.code), strangerOf(context))
  if (out === null || !isRight) return { status: 'fail' }
  if (passwordFault(body.newPw, [out.loginId, out.nick]) !== null) {
    await undoAttempts(db, attempt)
    return { status: 'weak' }
  }
  const hash = await undoneWhenBusy(db, attempt, hashSecret(body.newPw, strangerOf(context)))
  const passwordHash = bindHash(config.secret, { of: 'password', id: out.memberId }, hash)
  const done = await db.transaction().execute((tx) => takeCode(tx, context, out, passwordHash))
  if (!done) return { status: 'fail' }
  events.publish({ kind: 'session', memberId: out.memberId })
  events.publish({ kind: 'note', memberId: out.memberId })
  return { status: 'success' }
}

/** The issued code of an id; null when there is none. */
async function findIssuedCode(context: GuestContext, key: string): Promise<IssuedCode | null> {
  const { rows } = await sql<IssuedCode>`
    SELECT p.id, p.decided_by AS "issuedBy", m.id AS "memberId", m.public_id AS "publicId", m.login_id AS "loginId", m.nick, p.code_hash AS "codeHash"
      FROM member m JOIN password_reset p ON p.member_id = m.id
     WHERE m.brand_id = ${context.brand.id} AND m.login_id_key = ${key} AND m.status IN ('active', 'blocked')
       AND p.state = 'issued' AND p.code_until > now()
  `.execute(context.deps.db)
  return rows[0] ?? null
}

/** Redeems the code and sets the password; false when the code was used or replaced, or the account erased, meanwhile. */
async function takeCode(tx: Tx, context: GuestContext, out: IssuedCode, passwordHash: string): Promise<boolean> {
  // Locks the member's row first, as signing in does: otherwise a sign-in with the old password could overlap.
  await tx.selectFrom('member').select('id').where('id', '=', out.memberId).forUpdate().executeTakeFirst()
  if (await isErased(tx, out.memberId)) return false
  const used = await tx
    .updateTable('password_reset')
    .set({ state: 'used', code_hash: null, changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', out.id)
    .where('state', '=', 'issued')
    .where('code_hash', '=', out.codeHash)
    .where('code_until', '>', sql<Date>`clock_timestamp()`)
    .returning('id')
    .executeTakeFirst()
  if (used === undefined) return false
  await tx
    .updateTable('member')
    .set({
      password_hash: passwordHash,
      password_reset_at: sql<Date>`clock_timestamp()`,
      withdraw_waits_until: sql<Date>`clock_timestamp() + make_interval(hours => ${withdrawalWaitHours}::int)`,
    })
    .where('id', '=', out.memberId)
    .execute()
  await tx
    .updateTable('member_session')
    .set({ ended_at: sql<Date>`now()`, ended_why: 'password reset' })
    .where('member_id', '=', out.memberId)
    .where('ended_at', 'is', null)
    .execute()
  // Every browser is unknown again, and the counters of attempts at the old password are deleted.
  await forgetMemberBrowsers(tx, context.deps.config.secret, out.memberId)
  const key = userIdKey(out.loginId)
  await clearSignInAttempts(tx, `${context.brand.id} ${key}`)
  await clearResetAttempts(tx, resetIdOf(context.brand.id, key))
  await auditMember(tx, context, out.memberId, 'member.reset-password', out.publicId)
  // So that an owner who requested no reset learns of it.
  const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(tx)
  const note = resetNote(rows[0]?.at ?? new Date(), context.brand.timeZone)
  await writeNote(tx, { brandId: context.brand.id, memberId: out.memberId, sentBy: out.issuedBy }, note)
  return true
}
