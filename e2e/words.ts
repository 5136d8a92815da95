import { readdirSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { intlLocale, offeredLocales, type Locale } from '#i18n/locales.ts'
import { keyWords, type Catalogue } from '../scripts/key-words.ts'

/** The languages whose office speaks them too: whole stories are told in these. */
export type StoryLocale = 'ko' | 'en'

/** Says a word of the site as the site does: `say('frame.greeting', { userId })`. An unknown key throws. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

const i18n = new URL('../src/i18n/', import.meta.url)
/** Every part of the member's words: the frame's and whatever lies beside the Korean ones, but for the office's. */
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

/** The speaker of a language; `keys` speaks as the test locale does, where each word says its own key. */
export function speaker(locale: Locale, speech: 'words' | 'keys' = 'words'): Say {
  const messages = speech === 'keys' ? keyWords(catalogues[locale]) : catalogues[locale]
  const translate = createTranslator({
    locale: intlLocale[locale],
    messages: messages as Record<string, unknown>,
    onError: (error) => {
      throw error
    },
  })
  return translate as unknown as Say
}

/** A figure as the site writes it in a language; Korean and English group by the same comma. */
export function figure(amount: number, locale: Locale = 'ko'): string {
  return new Intl.NumberFormat(intlLocale[locale]).format(amount)
}

/** The same as the header writes money. */
export function money(amount: number, locale: Locale = 'ko'): string {
  return `₩ ${figure(amount, locale)}`
}

/** A pattern that finds a text as it stands. */
export function exactly(text: string): RegExp {
  return new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
}
