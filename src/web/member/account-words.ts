import type { BundledLocale } from '#i18n/locales.ts'
import { chosenLocale, words, type WordsLoader } from './spoken-words.ts'

const accountWordLoaders: Readonly<Record<BundledLocale, WordsLoader>> = {
  ko: () => import('#i18n/ko/account.ts'),
  en: () => import('#i18n/en/account.ts'),
  jp: () => import('#i18n/jp/account.ts'),
  vn: () => import('#i18n/vn/account.ts'),
  cn: () => import('#i18n/cn/account.ts'),
  th: () => import('#i18n/th/account.ts'),
}

let underWay: Promise<void> | null = null

/** Loads the words of `account.ts` once; a failure may be tried again. */
export function loadAccountWords(): Promise<void> {
  underWay ??= accountWordLoaders[chosenLocale()]().then(
    (part) => words.set({ ...words.get(), ...part.words }),
    (error: unknown) => {
      underWay = null
      throw error
    },
  )
  return underWay
}
