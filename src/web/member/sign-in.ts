import type { MemberAnswers } from '#contract/member.ts'
import { call } from '#web/shared/api.ts'
import { session } from './session.ts'

/** Asks the server to sign in; on success the session is set before the answer is given. */
export async function signIn(id: string, pw: string): Promise<MemberAnswers['user-do-login']> {
  const answer = await call('user-do-login', { id, pw }, { quiet: true })
  if (answer.status === 'success') session.set({ kind: 'member', user: answer.user })
  return answer
}
