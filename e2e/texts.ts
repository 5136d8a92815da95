import { readdirSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { intlLocale, offeredLocales, type Locale } from '#i18n/locales.ts'
import { keyMessages, type Catalogue } from '../scripts/key-messages.ts'

/** The languages of the office, in which the full journeys run. */
export type StoryLocale = 'ko' | 'en'

/** Translates a message key as the site does: `t('frame.greeting', { userId })`. An unknown key throws. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string

const i18n = new URL('../src/i18n/', import.meta.url)
/** Every part of the member's catalogue: the frame's and each file beside the Korean ones, without the office's. */
const parts = [
  '',
  ...readdirSync(new URL('ko/', i18n))
    .map((name) => `/${name.replace(/\.ts$/, '')}`)
    .filter((part) => part !== '/office'),
]
const catalogues = Object.fromEntries(
  await Promise.all(offeredLocales.map(async (locale) => [locale, await catalogueOf(locale)] as const)),
) as Record<Locale, Catalogue>

async function catalogueOf(locale: Locale): Promise<Catalogue> {
  const loaded = await Promise.all(
    parts.map(async (part) => (await import(new URL(`${locale}${part}.ts`, i18n).href)) as { messages: Catalogue }),
  )
  return Object.assign({}, ...loaded.map(({ messages }) => messages)) as Catalogue
}

/**
 * The translator of a language; with `keys` it returns keys instead of texts, as a build with `BAIZE_MESSAGES=keys`
 * does.
 */
export function translatorFor(locale: Locale, show: 'texts' | 'keys' = 'texts'): Translate {
  const messages = show === 'keys' ? keyMessages(catalogues[locale]) : catalogues[locale]
  const translate = createTranslator({
    locale: intlLocale[locale],
    messages: messages as Record<string, unknown>,
    onError: (error) => {
      throw error
    },
  })
  return translate as unknown as Translate
}

/** An amount as the site formats it in a language; Korean and English use the same format. */
export function figure(amount: number, locale: Locale = 'ko'): string {
  return new Intl.NumberFormat(intlLocale[locale]).format(amount)
}

/** An amount as the header formats money. */
export function money(amount: number, locale: Locale = 'ko'): string {
  return `₩ ${figure(amount, locale)}`
}

/** A pattern that matches a text literally. */
export function exactly(text: string): RegExp {
  return new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
}
