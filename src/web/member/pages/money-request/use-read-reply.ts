import { call } from '#web/shared/api.ts'
import { useEffect } from 'react'
import type { Help } from '#contract/help.ts'
import { checkHealth } from '#web/member/session/health-check.ts'

/** Marks a reply shown on screen as read, once; the count of replies falls. */
export function useReadReply(help: Help | null | undefined): void {
  const unread = help && help.ref !== null && !help.read ? help.id : null
  useEffect(() => {
    if (unread === null) return
    call('read-help-message', { id: unread }, { quiet: true }).then(checkHealth, () => undefined)
  }, [unread])
}
