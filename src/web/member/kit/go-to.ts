import { withLocale } from '#i18n/locales.ts'
import { navigate } from '#web/member/address.ts'
import { currentLocale } from '#web/member/translate.ts'

/** Navigates to a path of the site from outside the component tree. */
export function goTo(path: string): void {
  navigate(withLocale(currentLocale(), path))
  window.scrollTo(0, 0)
}
