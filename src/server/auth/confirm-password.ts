import type { MemberContext } from './context.ts'
import { unbindHash } from './bound-hash.ts'
import { refuseWhenHashingBusy } from './hashing.ts'
import { acceptAttempt, countAttempt, verifyCounted, type AttemptKey } from './attempts.ts'

export type PasswordConfirmation =
  | { status: 'right'; loginId: string; nick: string }
  | { status: 'fail' }
  | { status: 'throttled'; retryAfter: number }

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
  return { status: 'right', loginId: member.login_id, nick: member.nick }
}
