import { localeCookie, withLocale, type Locale } from '#i18n/locales.ts'

/** Stores the chosen language in a cookie for a year. */
export function rememberLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

/** Reloads the current path in another language, keeping query and hash. */
export function chooseLanguage(locale: Locale, path: string): void {
  rememberLanguage(locale)
  location.assign(withLocale(locale, path) + location.search + location.hash)
}
