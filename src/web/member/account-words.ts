import type { BundledLocale } from '#i18n/locales.ts'
import { createStore } from '#web/shared/store.ts'
import type { LoadedWords } from '#web/shared/words.tsx'

/** The words on screen: the frame's at first, those of the other pages when one of them is opened. */

type Loader = () => Promise<{ words: LoadedWords }>

export const siteWordLoaders: Readonly<Record<BundledLocale, Loader>> = {
  ko: () => import('#i18n/ko.ts'),
  en: () => import('#i18n/en.ts'),
  jp: () => import('#i18n/jp.ts'),
  vn: () => import('#i18n/vn.ts'),
  cn: () => import('#i18n/cn.ts'),
  th: () => import('#i18n/th.ts'),
}

const accountWordLoaders: Readonly<Record<BundledLocale, Loader>> = {
  ko: () => import('#i18n/ko/account.ts'),
  en: () => import('#i18n/en/account.ts'),
  jp: () => import('#i18n/jp/account.ts'),
  vn: () => import('#i18n/vn/account.ts'),
  cn: () => import('#i18n/cn/account.ts'),
  th: () => import('#i18n/th/account.ts'),
}

export const words = createStore<LoadedWords>({})

export function chosenLocale(): BundledLocale {
  return chosen
}

let chosen: BundledLocale = 'ko'
let underWay: Promise<void> | null = null

/** Sets the language of this visit; another language means another page, so it never changes afterwards. */
export function startWords(locale: BundledLocale, siteWords: LoadedWords): void {
  chosen = locale
  words.set(siteWords)
}

/** Loads the words of `account.ts` once; a failure may be tried again. */
export function loadAccountWords(): Promise<void> {
  underWay ??= accountWordLoaders[chosen]().then(
    (part) => words.set({ ...words.get(), ...part.words }),
    (error: unknown) => {
      underWay = null
      throw error
    },
  )
  return underWay
}
