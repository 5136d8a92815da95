import { messages as englishMessages } from 'messages:office/en'
import { messages as koreanMessages } from 'messages:office/ko'

/** The two languages of the office; the choice is stored in this browser. */

export const officeLocales = ['ko', 'en'] as const
export type OfficeLocale = (typeof officeLocales)[number]

const storageKey = 'office-locale'

/** Both catalogues are small and used by the same operators, so both are bundled with the page. */
export const officeMessages = { ko: koreanMessages, en: englishMessages } as const satisfies Record<
  OfficeLocale,
  unknown
>

/** The stored language; Korean by default. */
export function readOfficeLocale(): OfficeLocale {
  try {
    return localStorage.getItem(storageKey) === 'en' ? 'en' : 'ko'
  } catch {
    return 'ko'
  }
}

export function storeOfficeLocale(locale: OfficeLocale): void {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // Without storage the choice lasts until the next reload.
  }
}
