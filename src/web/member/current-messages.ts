import type { BundledLocale } from '#i18n/locales.ts'
import { createStore } from '#web/shared/store.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'

/** The words on screen: the frame's at first, those of the other pages when one of them is opened. */

/** Loads one part of the words of one language. */
export type MessagesLoader = () => Promise<{ messages: LoadedMessages }>

export const siteMessageLoaders: Readonly<Record<BundledLocale, MessagesLoader>> = {
  ko: () => import('#i18n/ko.ts'),
  en: () => import('#i18n/en.ts'),
  jp: () => import('#i18n/jp.ts'),
  vn: () => import('#i18n/vn.ts'),
  cn: () => import('#i18n/cn.ts'),
  th: () => import('#i18n/th.ts'),
}

export const currentMessages = createStore<LoadedMessages>({})

export function chosenLocale(): BundledLocale {
  return chosen
}

let chosen: BundledLocale = 'ko'
/** Sets the language of this visit; another language means another page, so it never changes afterwards. */
export function setSiteMessages(locale: BundledLocale, siteMessages: LoadedMessages): void {
  chosen = locale
  currentMessages.set(siteMessages)
}
