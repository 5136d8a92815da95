import type { BundledLocale, Locale } from './locales.ts'

/** The standard tags of the languages, which the frame of a page does not need. */

/** The `lang` of the document, for fonts and screen readers. */
export const documentLanguage = {
  ko: 'ko',
  en: 'en',
  jp: 'ja',
  vn: 'vi',
  cn: 'zh-Hans',
  th: 'th',
} as const satisfies Record<BundledLocale, string>

/** The offered language for a browser language tag (`ja-JP`, `zh-TW`, `vi`), or null. */
export function localeOfLanguageTag(tag: string): Locale | null {
  const [language = ''] = tag.toLowerCase().split('-', 1)
  const byLanguage: Partial<Record<string, Locale>> = { ko: 'ko', en: 'en', ja: 'jp', vi: 'vn', zh: 'cn' }
  return byLanguage[language] ?? null
}
