import type { BundledLocale } from '#i18n/locales.ts'
import { createStore } from '#web/shared/store.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'

/** The messages loaded so far: those of the frame at first, those of other pages when one is opened. */

export const currentMessages = createStore<LoadedMessages>({})

export function chosenLocale(): BundledLocale {
  return chosen
}

let chosen: BundledLocale = 'ko'
/** Sets the locale of this page load; choosing another language reloads the page, so it never changes. */
export function setSiteMessages(locale: BundledLocale, siteMessages: LoadedMessages): void {
  chosen = locale
  currentMessages.set({ ...siteMessages })
}

/** Adds messages without rendering anything again, for a part of the page that has not been rendered yet. */
export function addMessages(messages: LoadedMessages): void {
  Object.assign(currentMessages.get(), messages)
}
