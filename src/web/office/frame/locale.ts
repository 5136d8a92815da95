import { localeOfLanguageTag } from '#i18n/locales.ts'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { messages as englishMessages } from 'messages:office/en'
import { messages as koreanMessages } from 'messages:office/ko'

/** The two languages of the office; a choice is stored in this browser. */

export const officeLocales = ['ko', 'en'] as const
export type OfficeLocale = (typeof officeLocales)[number]

const storageKey = 'office-locale'

/** Both catalogues are small and used by the same operators, so both are bundled with the page. */
export const officeMessages = { ko: koreanMessages, en: englishMessages } as const satisfies Record<
  OfficeLocale,
  unknown
>

/** The language chosen in this browser, else the first of the browser's own that the office has, else Korean. */
export function readOfficeLocale(): OfficeLocale {
  const chosen = safeStorage()?.getItem(storageKey) ?? null
  const wanted = [chosen, ...navigator.languages.map(localeOfLanguageTag)]
  return officeLocales.find((locale) => locale === wanted.find((one) => one === 'ko' || one === 'en')) ?? 'ko'
}

/** Stores a choice; without storage it lasts until the next reload. */
export function storeOfficeLocale(locale: OfficeLocale): void {
  try {
    safeStorage()?.setItem(storageKey, locale)
  } catch {
    // The storage is full.
  }
}
