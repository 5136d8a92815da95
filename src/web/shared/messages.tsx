import { intlLocale, type BundledLocale, type Locale } from '#i18n/locales.ts'
import type { Messages as AllMessages } from '#i18n/parts.ts'
import { createContext, use, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl/react'

/** Messages for a component tree: `useTranslations('home')` below the provider returns texts of the locale. */

declare module 'use-intl' {
  // use-intl takes the type of its messages by declaration merging, which needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface AppConfig {
    Messages: AllMessages
  }
}

/** Compiled messages as the build writes them; several parts are merged by spreading. */
export type LoadedMessages = Readonly<Record<string, unknown>>

const LocaleContext = createContext<BundledLocale>('ko')

/** The URL code of the language on screen. */
export function useLocaleCode(): Locale {
  const code = use(LocaleContext)
  return code === 'th' ? 'ko' : code
}

/** Provides messages and locale; dates are shown in the time zone of the brand, never of the browser. */
export function MessagesProvider(props: {
  locale: BundledLocale
  messages: LoadedMessages
  timeZone: string
  children: ReactNode
}): ReactNode {
  return (
    <LocaleContext value={props.locale}>
      <IntlProvider
        locale={intlLocale[props.locale]}
        // The build has compiled the messages, so their type is no longer that of the catalogue.
        messages={props.messages as never}
        timeZone={props.timeZone}
        onError={reportMissingMessage}
      >
        {props.children}
      </IntlProvider>
    </LocaleContext>
  )
}

/** Reports a missing message as an error; the page shows its key. */
function reportMissingMessage(error: Error): void {
  reportError(error)
}
