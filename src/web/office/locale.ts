import { messages as englishMessages } from '#i18n/en/office.ts'
import { messages as koreanMessages } from '#i18n/ko/office.ts'

/** The two languages of the office; the choice is kept in this browser. */

export const officeLocales = ['ko', 'en'] as const
export type OfficeLocale = (typeof officeLocales)[number]

const storageKey = 'office-locale'

/** Both catalogues are small and used by the same people, so both come with the page. */
export const officeMessages = { ko: koreanMessages, en: englishMessages } as const satisfies Record<
  OfficeLocale,
  unknown
>

/** The language last chosen here; Korean at first. */
export function readOfficeLocale(): OfficeLocale {
  try {
    return localStorage.getItem(storageKey) === 'en' ? 'en' : 'ko'
  } catch {
    return 'ko'
  }
}

export function keepOfficeLocale(locale: OfficeLocale): void {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // A browser that keeps nothing forgets the choice; the page works all the same.
  }
}
