import { withLocale } from '#i18n/locales.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { call } from '#web/shared/api.ts'
import { toast } from '#web/shared/toasts.tsx'
import { currentLocale, translate } from '#web/member/translate.ts'

let loggingOut = false

/** Whether the member is logging out: the end of the session needs no notification then. */
export function isLoggingOut(): boolean {
  return loggingOut
}

/**
 * Confirms with msg2216, ends the session and reloads the home page, so that nothing private stays on screen or in
 * memory.
 */
export async function logOut(): Promise<void> {
  const sure = await confirm({
    title: translate('messages.msg2216'),
    confirmLabel: translate('frame.logout'),
    cancelLabel: translate('common.cancel'),
  })
  if (!sure) return
  loggingOut = true
  try {
    await call('user-logout', {}, { quiet: true })
    location.assign(withLocale(currentLocale(), '/'))
  } catch {
    loggingOut = false
    toast(translate('errors.failed'), 'danger')
  }
}
