import { Skeleton } from '#web/shared/skeleton.tsx'
import { useStore } from '#web/shared/store.ts'
import { WordsProvider } from '#web/shared/words.tsx'
import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { words } from './account-words.ts'
import { Frame } from './frame/frame.tsx'
import { Home } from './home/home.tsx'
import { loadLate } from './late-door.ts'
import { usePath } from './navigation.tsx'
import { NotFound } from './not-found/not-found.tsx'
import { PageProvider, type PageData } from './page-data.ts'
import { sitePages } from './pages.ts'
import { useSession } from './session.ts'

const Late = lazy(() => loadLate().then((late) => ({ default: late.Late })))
const MembersOnly = lazy(() => import('./members-only.tsx').then((chunk) => ({ default: chunk.MembersOnly })))

/** The member site: the frame, and in it the page that the path names. */
export function App({ page }: { page: PageData }): ReactNode {
  const spoken = useStore(words)
  return (
    <PageProvider value={page}>
      <WordsProvider locale={page.locale} words={spoken} timeZone={page.site.brand.timeZone}>
        <Frame>
          <PageOfPath />
        </Frame>
        <AfterHydration />
      </WordsProvider>
    </PageProvider>
  )
}

function PageOfPath(): ReactNode {
  const path = usePath()
  const hydrated = useHydrated()
  if (path === '/') return <Home />
  const found = sitePages[path]
  if (found === undefined) return <NotFound />
  // The server renders the frame only; the page's own chunk is asked for once the markup has been taken over.
  if (!hydrated) return <PageSkeleton />
  return (
    <Suspense fallback={<PageSkeleton />} key={path}>
      {found.membersOnly ? <ForMembers page={<found.Page />} /> : <found.Page />}
    </Suspense>
  )
}

function ForMembers({ page }: { page: ReactNode }): ReactNode {
  const { kind } = useSession()
  if (kind === 'loading') return <PageSkeleton />
  return kind === 'guest' ? <MembersOnly /> : page
}

function PageSkeleton(): ReactNode {
  return (
    <main id="main" className="page">
      <Skeleton rows={4} height={64} />
    </main>
  )
}

/** Dialogs, toasts, popups and the health check: nothing a first sight needs. */
function AfterHydration(): ReactNode {
  const hydrated = useHydrated()
  useEffect(() => {
    if (document.documentElement.dataset['ready'] === undefined) document.documentElement.dataset['ready'] = ''
  }, [])
  if (!hydrated) return null
  return (
    <Suspense fallback={null}>
      <Late />
    </Suspense>
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
