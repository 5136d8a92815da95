import type { Locale } from '#i18n/locales.ts'
import type { MessageKeys, Messages, NestedKeyOf } from 'use-intl'
import { chosenLocale, currentMessages } from './current-messages.ts'

/** Messages for code outside the component tree. Components use `useTranslations`. */

/** A message without arguments: `translate('messages.msg2001')`; the key itself when it is not loaded. */
export function translate(key: MessageKeys<Messages, NestedKeyOf<Messages>>): string {
  let found: unknown = currentMessages.get()
  for (const step of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[step]
  return typeof found === 'string' ? found : key
}

/** The URL code of the language on screen. */
export function currentLocale(): Locale {
  const code = chosenLocale()
  return code === 'th' ? 'ko' : code
}
