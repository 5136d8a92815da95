import { documentLanguage } from '#i18n/language-tags.ts'
import { watchForeignText } from '#web/shared/foreign-text.ts'
import { useStore } from '#web/shared/store.ts'
import { MessagesProvider, type LoadedMessages } from '#web/shared/messages.tsx'
import { Center, Loader, MantineProvider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Router, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { ApiError } from '#web/shared/api-client.ts'
import { FactorPrompts, LimitedPage } from './frame/factor-parts.tsx'
import { Frame } from './frame/frame.tsx'
import { loadOfficeMessages, storeOfficeLocale, type OfficeLocale } from './frame/locale.ts'
import { linksFor, pageOf, Pages } from './pages.tsx'
import { prefetchPage, reloadOffice } from './page-loader.ts'
import { Problem } from './kit/states.tsx'
import { setSignedIn, signedIn } from './frame/signed-in.ts'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { createOfficeTheme } from './frame/theme.ts'
import { useOfficeRead } from './kit/use-office.ts'

const defaultTimeZone = 'Asia/Seoul'

/** A language with its texts. */
export type OfficeLanguage = { locale: OfficeLocale; messages: LoadedMessages }

/** The office app: messages, theme, queries and sign-in state. Pages are routed by the URL hash. */
export function App(props: { begin: OfficeLanguage }): ReactNode {
  const [{ locale, messages }, setLanguage] = useState(props.begin)
  const [client] = useState(createClient)
  useEffect(() => {
    document.documentElement.lang = documentLanguage[locale]
    return watchForeignText(locale)
  }, [locale])
  const chooseLocale = (chosen: OfficeLocale): void => {
    storeOfficeLocale(chosen)
    // A reload brings the chosen language too.
    loadOfficeMessages(chosen).then(
      (loaded) => {
        setLanguage({ locale: chosen, messages: loaded })
        // Names in answers are in the language before.
        void client.invalidateQueries()
      },
      () => void reloadOffice(),
    )
  }
  return (
    <MessagesProvider locale={locale} messages={messages} timeZone={defaultTimeZone}>
      <ThemeProvider>
        <QueryClientProvider client={client}>
          <Router hook={useHashLocation}>
            <Toasts />
            <FactorPrompts />
            <Gate locale={locale} setLocale={chooseLocale} />
          </Router>
        </QueryClientProvider>
      </ThemeProvider>
    </MessagesProvider>
  )
}

/** At most three toasts; at the top on phones, where they do not cover buttons. */
function Toasts(): ReactNode {
  const isPhone = useMediaQuery('(max-width: 899px)')
  return <Notifications position={isPhone ? 'top-center' : 'bottom-right'} limit={3} />
}

/** Mantine without injected style elements: the CSS variables are in `palette.css`. */
function ThemeProvider(props: { children: ReactNode }): ReactNode {
  const t = useTranslations('office.common')
  const close = t('close')
  const theme = useMemo(() => createOfficeTheme({ close }), [close])
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {props.children}
    </MantineProvider>
  )
}

/** A 401 of any call leads to the sign-in page. */
function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: endWhenSignedOut }),
    mutationCache: new MutationCache({ onError: endWhenSignedOut }),
  })
}

function endWhenSignedOut(error: unknown): void {
  const isOver = error instanceof ApiError && error.kind === 'unauthenticated'
  if (isOver && signedIn.get() === 'in') setSignedIn('ended')
}

/** Loads the page in the URL, or else the queue, while the operator is looked up or signs in. */
function usePrefetchFirst(): void {
  const [location] = useLocation()
  const [first] = useState(location)
  useEffect(() => prefetchPage(pageOf(first) ?? 'queue'), [first])
}

function Gate(props: { locale: OfficeLocale; setLocale: (locale: OfficeLocale) => void }): ReactNode {
  const t = useTranslations('office')
  const state = useStore(signedIn)
  usePrefetchFirst()
  const me = useOfficeRead('me', {}, { poll: true, enabled: state === 'in' })
  if (state === 'limited') return <LimitedPage {...props} />
  if (state !== 'in') return <SignInPage {...props} hasEnded={state === 'ended'} />
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
      moneyOutStoppedSince={me.data.moneyOutStoppedSince}
      closedGames={me.data.closedGames}
      withoutFactor={me.data.withoutFactor}
      ownReset={me.data.ownReset}
      staleSince={me.error === null ? null : new Date(me.dataUpdatedAt)}
    >
      <Pages roles={me.data.operator.roles} />
    </Frame>
  )
}
