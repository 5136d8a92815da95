import { withLocale } from '#i18n/locales.ts'
import { ask } from '#web/shared/ask.tsx'
import { call } from '#web/shared/api.ts'
import { toast } from '#web/shared/toasts.tsx'
import { currentLocale, say } from './say.ts'

let leaving = false

/** The member's own leaving is under way: that the session ends is no news to them. */
export function isLeaving(): boolean {
  return leaving
}

/** Asks msg2216, ends the session and loads the home anew, so that nothing private stays on screen or in memory. */
export async function logOut(): Promise<void> {
  const sure = await ask({ title: say('messages.msg2216'), act: say('frame.logout'), stay: say('common.cancel') })
  if (!sure) return
  leaving = true
  try {
    await call('user-logout', {}, { quiet: true })
    location.assign(withLocale(currentLocale(), '/'))
  } catch {
    leaving = false
    toast(say('errors.failed'), 'danger')
  }
}
