import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/member.ts'
import { queryClient } from './query-client.ts'
import { guest, session } from '#web/member/session/session.ts'

function signInAs(userId: string): void {
  session.set({ kind: 'member', user: { userId } as CurrentUser })
}

test('cached responses survive a sign-out of the same member, and are cleared for another', () => {
  signInAs('haneul')
  queryClient.setQueryData(['get-member'], { member: 'haneul' })
  session.set(guest)
  signInAs('haneul')
  expect(queryClient.getQueryData(['get-member'])).toEqual({ member: 'haneul' })
  session.set(guest)
  signInAs('badul')
  expect(queryClient.getQueryData(['get-member'])).toBeUndefined()
})
