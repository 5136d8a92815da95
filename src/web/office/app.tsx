import { documentLanguage } from '#i18n/locales.ts'
import { WordsProvider } from '#web/shared/words.tsx'
import { Center, Loader, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { OfficeCallError } from './calls.ts'
import { Frame } from './frame/frame.tsx'
import { keepOfficeLocale, officeWords, readOfficeLocale, type OfficeLocale } from './locale.ts'
import { linksFor, Pages } from './pages.tsx'
import { Problem } from './states.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { theme } from './theme.ts'
import { useOfficeRead } from './use-office.ts'

const usualTimeZone = 'Asia/Seoul'

/** The whole office: words, colours, queries, and then who is signed in. Pages are named behind the `#`. */
export function App(): ReactNode {
  const [locale, setLocale] = useState<OfficeLocale>(readOfficeLocale)
  const [client] = useState(createClient)
  useEffect(() => {
    document.documentElement.lang = documentLanguage[locale]
    keepOfficeLocale(locale)
  }, [locale])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withStaticClasses
      withGlobalClasses={false}
    >
      <WordsProvider locale={locale} words={officeWords[locale]} timeZone={usualTimeZone}>
        <QueryClientProvider client={client}>
          <Router hook={useHashLocation}>
            <Notifications position="bottom-right" limit={3} />
            <Gate locale={locale} setLocale={setLocale} />
          </Router>
        </QueryClientProvider>
      </WordsProvider>
    </MantineProvider>
  )
}

/** A 401 anywhere asks at once who is signed in; that answer decides what is on the page. */
function createClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isSignedOut = error instanceof OfficeCallError && error.trouble === 'signed-out'
        if (isSignedOut && query.queryKey[0] !== 'me') void client.invalidateQueries({ queryKey: ['me'] })
      },
    }),
  })
  return client
}

function Gate(props: { locale: OfficeLocale; setLocale: (locale: OfficeLocale) => void }): ReactNode {
  const t = useTranslations('office')
  const me = useOfficeRead('me', {}, { poll: true })
  if (me.error?.trouble === 'signed-out') {
    return <SignInPage {...props} wasSignedIn={me.data !== undefined} />
  }
  if (me.data === undefined) {
    if (me.error !== null) return <Problem text={t('errors.load')} retry={() => void me.refetch()} />
    return (
      <Center mih="60dvh">
        <Loader aria-label={t('common.loading')} />
      </Center>
    )
  }
  const clockOffsetMs = Date.parse(me.data.serverTime) - me.dataUpdatedAt
  return (
    <Frame
      {...props}
      operator={me.data.operator}
      isPlayMoney={me.data.mode === 'play'}
      links={linksFor(me.data)}
      clockOffsetMs={clockOffsetMs}
      staleSince={me.error === null ? null : new Date(me.dataUpdatedAt)}
    >
      <Pages roles={me.data.operator.roles} />
    </Frame>
  )
}
