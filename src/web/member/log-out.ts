import { withLocale } from '#i18n/locales.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { call } from '#web/shared/api.ts'
import { toast } from '#web/shared/toasts.tsx'
import { currentLocale, translate } from './translate.ts'

let leaving = false

/** The member's own leaving is under way: that the session ends is no news to them. */
export function isLeaving(): boolean {
  return leaving
}

/** Asks msg2216, ends the session and loads the home anew, so that nothing private stays on screen or in memory. */
export async function logOut(): Promise<void> {
  const sure = await confirm({
    title: translate('messages.msg2216'),
    confirmLabel: translate('frame.logout'),
    cancelLabel: translate('common.cancel'),
  })
  if (!sure) return
  leaving = true
  try {
    await call('user-logout', {}, { quiet: true })
    location.assign(withLocale(currentLocale(), '/'))
  } catch {
    leaving = false
    toast(translate('errors.failed'), 'danger')
  }
}
