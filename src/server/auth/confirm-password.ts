import type { Deps } from '#server/deps.ts'
import { refuseWhenHashingBusy } from './hashing.ts'
import { countTry, giveTryBack, judgeCounted, type Tries } from './attempts.ts'

export type AskedPassword =
  | { status: 'right'; loginId: string; nick: string }
  | { status: 'fail' }
  | { status: 'throttled'; retryAfter: number }

/** Confirms the password: a session alone may not change its own safeguards, nor do what cannot be undone. */
export async function askPassword(deps: Deps, memberId: bigint, password: string): Promise<AskedPassword> {
  refuseWhenHashingBusy('signed-in')
  const tries: Tries = { scope: 'password', key: String(memberId) }
  const retryAfter = await countTry(deps.db, tries)
  if (retryAfter > 0) return { status: 'throttled', retryAfter }
  const member = await deps.db
    .selectFrom('member')
    .select(['login_id', 'nick', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (!(await judgeCounted(deps.db, tries, member.password_hash, password, 'signed-in'))) return { status: 'fail' }
  await giveTryBack(deps.db, tries)
  return { status: 'right', loginId: member.login_id, nick: member.nick }
}
