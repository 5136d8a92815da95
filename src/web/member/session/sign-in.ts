import type { MemberAnswers } from '#contract/member-api.ts'
import { call } from '#web/shared/api.ts'
import { session } from './session.ts'

/** Signs in; on success the session is set before the call resolves. */
export async function signIn(id: string, pw: string): Promise<MemberAnswers['user-do-login']> {
  const answer = await call('user-do-login', { id, pw }, { quiet: true })
  if (answer.status === 'success') session.set({ kind: 'member', user: answer.user })
  return answer
}
