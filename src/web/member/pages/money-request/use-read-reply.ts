import { call } from '#web/shared/api.ts'
import { useEffect } from 'react'
import type { MemberAnswers } from '#contract/member-api.ts'
import { checkHealth } from '#web/member/session/health-check.ts'

/** Marks the reply with an account that is on screen as read, once; the count of replies falls. */
export function useReadReply(account: MemberAnswers['get-deposit-account']['account'] | undefined): void {
  const unread = account && !account.read ? account.helpId : null
  useEffect(() => {
    if (unread === null) return
    call('read-help-message', { id: unread }, { quiet: true }).then(checkHealth, () => undefined)
  }, [unread])
}
