import { createTranslator } from 'use-intl/core'
import { intlLocale, offeredLocales, type Locale } from '#i18n/locales.ts'
import type { Translation } from '#i18n/catalogue.ts'
import type { Messages } from '#i18n/parts.ts'
import { readCatalogue, type Catalogue } from '../scripts/catalogues.ts'
import { keyMessages } from '../scripts/key-messages.ts'

/** The languages of the office, in which the full journeys run. */
export type StoryLocale = 'ko' | 'en'

/** Translates a message key as the site does: `t('frame.greeting', { userId })`. An unknown key throws. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string

const catalogues = Object.fromEntries(
  await Promise.all(offeredLocales.map(async (locale) => [locale, await readCatalogue(locale)] as const)),
) as Record<Locale, Catalogue>

/** The texts of the office, as its pages show those without arguments. */
export type OfficeTexts = Translation<Messages['office']>

export function officeTexts(locale: StoryLocale): OfficeTexts {
  return catalogues[locale]['office'] as OfficeTexts
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
