import { onDemand } from '#web/shared/on-demand.tsx'
import { memo, Suspense, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Frame } from './frame/frame.tsx'
import { allowPictures } from './late-pictures.ts'
import { loadLazyApp } from './load-lazy-app.ts'
import { usePath } from './navigation.tsx'
import { NotFound } from './frame/not-found.tsx'
import type { PageData } from './page-data.ts'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { SiteProviders } from './frame/site-providers.tsx'
import { pageNameOf, sitePaths } from './site-paths.ts'

const LazyApp = onDemand(async () => (await loadLazyApp()).LazyApp)
const loadPages = () => import('./page-loader.tsx')
/** A page also shows the messages that are loaded with the lazy app. */
const PageOf = onDemand(async () => (await Promise.all([loadPages(), loadLazyApp()]))[0].PageOf, <PageSkeleton />)

/**
 * The member site: the frame and the page of the current path. The server renders `Home` directly; the browser passes
 * it as a lazy component, so that the frame hydrates while the chunk of the home loads.
 */
export function App({ page, Home }: { page: PageData; Home: ComponentType }): ReactNode {
  return (
    <SiteProviders page={page}>
      <Frame>
        <PageOfPath Home={Home} />
      </Frame>
      <AfterHydration />
    </SiteProviders>
  )
}

/** Memoised: an update before the chunk of the home has loaded would discard the markup of the server. */
const HomePlace = memo(function HomePlace({ Home }: { Home: ComponentType }): ReactNode {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Home />
      <Ready />
    </Suspense>
  )
})

/** Sets `<html data-ready>`: the markup of the server is hydrated and reacts to input. Further pictures load now. */
function Ready(): ReactNode {
  useEffect(() => {
    document.documentElement.dataset['ready'] ??= ''
    allowPictures()
  }, [])
  return null
}

function PageOfPath({ Home }: { Home: ComponentType }): ReactNode {
  const path = usePath()
  const hydrated = useHydrated()
  if (path === '/') return <HomePlace Home={Home} />
  if (sitePaths[pageNameOf(path)] === undefined) return <NotFound />
  // The server renders only the frame; the chunk of the page is loaded after hydration.
  if (!hydrated) return <PageSkeleton />
  return <PageOf path={path} />
}

/** Dialogs, toasts, popups and the health check: nothing that the first paint needs. */
function AfterHydration(): ReactNode {
  const hydrated = useHydrated()
  const path = usePath()
  if (!hydrated) return null
  return (
    <>
      {path !== '/' && <Ready />}
      <LazyApp loadPages={loadPages} />
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
