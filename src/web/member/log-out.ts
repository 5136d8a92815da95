import { withLocale } from '#i18n/locales.ts'
import { ask } from '#web/shared/ask.tsx'
import { call } from '#web/shared/api.ts'
import { toast } from '#web/shared/toasts.tsx'
import { currentLocale, say } from './say.ts'

/** Asks msg2216, ends the session and loads the home anew, so that nothing private stays on screen or in memory. */
export async function logOut(): Promise<void> {
  const sure = await ask({ title: say('messages.msg2216'), act: say('frame.logout'), stay: say('common.cancel') })
  if (!sure) return
  try {
    await call('user-logout', {}, { quiet: true })
    location.assign(withLocale(currentLocale(), '/'))
  } catch {
    toast(say('errors.failed'), 'danger')
  }
}
