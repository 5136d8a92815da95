import type { Tx } from '#server/ledger/ledger.ts'
import type { MemberContext } from './context.ts'
import { unbindHash } from './bound-hash.ts'
import { refuseWhenHashingBusy } from './hashing.ts'
import { acceptAttempt, countAttempt, verifyCounted, type AttemptKey } from './attempts.ts'

/** `passwordHash` is the stored text of what was confirmed. */
export type ConfirmedPassword = { status: 'right'; loginId: string; nick: string; passwordHash: string }
export type PasswordConfirmation = ConfirmedPassword | { status: 'fail' } | { status: 'throttled'; retryAfter: number }

/**
 * Confirms the password, which calls that change safeguards or cannot be undone need besides a session. Wrong ones are
 * counted per session, so that somebody in another session cannot keep the owner from excluding themself.
 */
export async function confirmPassword(
  { caller, deps }: MemberContext,
  password: string,
): Promise<PasswordConfirmation> {
  const { memberId, sessionId } = caller
  refuseWhenHashingBusy('signed-in')
  const attempt: AttemptKey = { scope: 'password', key: `${memberId} ${sessionId}` }
  const retryAfter = await countAttempt(deps.db, attempt)
  if (retryAfter > 0) return { status: 'throttled', retryAfter }
  const member = await deps.db
    .selectFrom('member')
    .select(['login_id', 'nick', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const hash = unbindHash(deps.config.secret, { of: 'password', id: memberId }, member.password_hash)
  if (!(await verifyCounted(deps.db, attempt, hash, password, 'signed-in'))) return { status: 'fail' }
  await acceptAttempt(deps.db, attempt)
  return { status: 'right', loginId: member.login_id, nick: member.nick, passwordHash: member.password_hash }
}

/**
 * Locks the member for the change that their confirmed password allows. False where it is no longer their password or the
 * session has ended: a reset, by which the owner takes the account back from a person who knew it, came first.
 */
export async function lockConfirmed(tx: Tx, { caller }: MemberContext, confirmed: ConfirmedPassword): Promise<boolean> {
  const member = await tx
    .selectFrom('member')
    .select('password_hash')
    .where('id', '=', caller.memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const session = await tx
    .selectFrom('member_session')
    .select('id')
    .where('id', '=', caller.sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return member?.password_hash === confirmed.passwordHash && session !== undefined
}
