import { localeOfLanguageTag } from '#i18n/language-tags.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'
import { safeStorage } from '#web/shared/safe-storage.ts'

/** The two languages of the office; a choice is stored in this browser. */

export const officeLocales = ['ko', 'en'] as const
export type OfficeLocale = (typeof officeLocales)[number]

const storageKey = 'office-locale'

const loaders = {
  ko: () => import('messages:office/ko'),
  en: () => import('messages:office/en'),
} as const satisfies Record<OfficeLocale, unknown>

/** The texts of every page in a language: one file, because operators go from page to page. */
export async function loadOfficeMessages(locale: OfficeLocale): Promise<LoadedMessages> {
  return (await loaders[locale]()).messages
}

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
