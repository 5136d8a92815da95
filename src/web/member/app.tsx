import { useStore } from '#web/shared/store.ts'
import { MessagesProvider } from '#web/shared/messages.tsx'
import { lazy, memo, Suspense, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { currentMessages } from './current-messages.ts'
import { Frame } from './frame/frame.tsx'
import { loadLazyApp } from './load-lazy-app.ts'
import { usePath } from './navigation.tsx'
import { NotFound } from './not-found/not-found.tsx'
import { PageProvider, type PageData } from './page-data.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { sitePaths } from './site-paths.ts'

const Late = lazy(() => loadLazyApp().then((late) => ({ default: late.Late })))
const loadPages = () => import('./page-loader.tsx')
const PageOf = lazy(() => loadPages().then((chunk) => ({ default: chunk.PageOf })))

/**
 * The member site: the frame, and in it the page that the path names. The server hands over the home whole; the browser
 * lazily, so that the frame is taken over while the home's own chunk is on its way.
 */
export function App({ page, Home }: { page: PageData; Home: ComponentType }): ReactNode {
  const messages = useStore(currentMessages)
  return (
    <PageProvider value={page}>
      <MessagesProvider locale={page.locale} messages={messages} timeZone={page.site.brand.timeZone}>
        <Frame>
          <PageOfPath Home={Home} />
        </Frame>
        <AfterHydration />
      </MessagesProvider>
    </PageProvider>
  )
}

/** Kept from rendering again: an update would take the server's markup away before the chunk that hydrates it is here. */
const HomePlace = memo(function HomePlace({ Home }: { Home: ComponentType }): ReactNode {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Home />
      <Ready />
    </Suspense>
  )
})

/** Tells whoever looks at the document that what the server rendered answers to presses now. */
function Ready(): ReactNode {
  useEffect(() => {
    document.documentElement.dataset['ready'] ??= ''
  }, [])
  return null
}

function PageOfPath({ Home }: { Home: ComponentType }): ReactNode {
  const path = usePath()
  const hydrated = useHydrated()
  if (path === '/') return <HomePlace Home={Home} />
  if (sitePaths[path] === undefined) return <NotFound />
  // The server renders the frame only; the page's own chunk is asked for once the markup has been taken over.
  if (!hydrated) return <PageSkeleton />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PageOf path={path} />
    </Suspense>
  )
}

/** Dialogs, toasts, popups and the health check: nothing a first sight needs. */
function AfterHydration(): ReactNode {
  const hydrated = useHydrated()
  const path = usePath()
  if (!hydrated) return null
  return (
    <>
      {path !== '/' && <Ready />}
      <Suspense fallback={null}>
        <Late loadPages={loadPages} />
      </Suspense>
    </>
  )
}

const never = () => () => {}

function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
