import { createTranslator } from 'use-intl/core'
import { words as enAccount } from '#i18n/en/account.ts'
import { words as enLimits } from '#i18n/en/limits.ts'
import { words as enLobby } from '#i18n/en/lobby.ts'
import { words as enPlay } from '#i18n/en/play.ts'
import { words as enRecords } from '#i18n/en/records.ts'
import { words as en } from '#i18n/en.ts'
import { words as koAccount } from '#i18n/ko/account.ts'
import { words as koLimits } from '#i18n/ko/limits.ts'
import { words as koLobby } from '#i18n/ko/lobby.ts'
import { words as koPlay } from '#i18n/ko/play.ts'
import { words as koRecords } from '#i18n/ko/records.ts'
import { words as ko } from '#i18n/ko.ts'
import { intlLocale } from '#i18n/locales.ts'

export type StoryLocale = 'ko' | 'en'

/** Says a word of the site as the site does: `say('frame.greeting', { userId })`. An unknown key throws. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

const catalogues = {
  ko: { ...ko, ...koAccount, ...koLimits, ...koLobby, ...koRecords, ...koPlay },
  en: { ...en, ...enAccount, ...enLimits, ...enLobby, ...enRecords, ...enPlay },
} as const

export function speaker(locale: StoryLocale): Say {
  const translate = createTranslator({
    locale: intlLocale[locale],
    messages: catalogues[locale] as Record<string, unknown>,
    onError: (error) => {
      throw error
    },
  })
  return translate as unknown as Say
}

/** A figure as the site writes it; Korean and English group by the same comma. */
export function figure(amount: number): string {
  return new Intl.NumberFormat('en-US').format(amount)
}

/** The same as the header writes money. */
export function money(amount: number): string {
  return `₩ ${figure(amount)}`
}

/** A pattern that finds a text as it stands. */
export function exactly(text: string): RegExp {
  return new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
}
