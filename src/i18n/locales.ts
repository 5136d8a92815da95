import { siteLanguages, type SiteLanguage } from '#domain/site-language.ts'

/**
 * The languages of the site. URLs use a short code (`/jp/help`); Intl, `lang` and fonts use the standard tag.
 * `th` has a catalogue (spec §1) but is never offered and has no URL.
 */
export const offeredLocales = siteLanguages
export type Locale = SiteLanguage

export const bundledLocales = [...offeredLocales, 'th'] as const
export type BundledLocale = (typeof bundledLocales)[number]

export const defaultLocale: Locale = 'ko'

/** The cookie with the last chosen language, as a URL code. */
export const localeCookie = 'locale'

/** The locale for Intl number and date formats. */
export const intlLocale = {
  ko: 'ko-KR',
  en: 'en-US',
  jp: 'ja-JP',
  vn: 'vi-VN',
  cn: 'zh-CN',
  th: 'th-TH',
} as const satisfies Record<BundledLocale, string>

/** The native name of each language, in the order of the picker (spec §2). */
export const languageNames = {
  en: 'English',
  ko: '한국어',
  jp: '日本語',
  vn: 'Tiếng Việt',
  cn: '简体中文',
} as const satisfies Record<Locale, string>

/** Whether a value is one of the five codes that may begin a path. */
export function isLocale(value: unknown): value is Locale {
  return offeredLocales.some((code) => code === value)
}

/**
 * Splits a path into its language and the rest: `/jp/help` → `{ locale: 'jp', rest: '/help' }`,
 * `/help` → `{ locale: null, rest: '/help' }`. The rest always begins with a slash.
 */
export function splitLocale(path: string): { locale: Locale | null; rest: string } {
  const [, first = ''] = path.split('/', 2)
  if (!isLocale(first)) return { locale: null, rest: path === '' ? '/' : path }
  const rest = path.slice(first.length + 1)
  return { locale: first, rest: rest === '' ? '/' : rest }
}

/** A path under a language: `('jp', '/help')` → `/jp/help`, `('jp', '/')` → `/jp`, `('jp', '/?q=1')` → `/jp?q=1`. */
export function withLocale(locale: Locale, rest: string): string {
  return `/${locale}${rest.replace(/^\/(?=$|[?#])/, '')}`
}
