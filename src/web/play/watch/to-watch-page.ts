import { withLocale, type Locale } from '#i18n/locales.ts'

/** Leaves the window for the page with the rounds of a game. */
export function toWatchPage(locale: Locale, game: string): void {
  location.assign(withLocale(locale, `/watch/${game}`))
}
