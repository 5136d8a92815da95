import { QueryClientProvider } from '@tanstack/react-query'
import { onDemand } from '#web/shared/on-demand.tsx'
import type { ComponentType, ReactNode } from 'react'
import { MembersOnly } from './session/members-only.tsx'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { queryClient } from './kit/query-client.ts'
import { useSession } from './session/session.ts'
import { pageNameOf, sitePaths, watchPage } from './site-paths.ts'
import { loadMessages, type MessagePart } from './message-parts.ts'

/**
 * The pages other than the home: each is a chunk, loaded with the messages of the parts `account` and `home`
 * and of the parts listed.
 */

type LoadPage = () => Promise<ComponentType>

function page(load: () => Promise<{ Page: ComponentType }>, ...parts: readonly MessagePart[]): LoadPage {
  return async () => {
    const [chunk] = await Promise.all([load(), loadMessages('account', 'home', ...parts)])
    return chunk.Page
  }
}

const loaders: Readonly<Record<string, LoadPage>> = {
  '/login': page(() => import('./pages/sign-in/sign-in-page.tsx'), 'records'),
  '/register': page(() => import('./pages/registration/registration-page.tsx')),
  '/reset': page(() => import('./pages/password-reset/reset-page.tsx'), 'records'),
  '/deposit': page(() => import('./pages/money-request/deposit-page.tsx'), 'records'),
  '/withdraw': page(() => import('./pages/money-request/withdraw-page.tsx'), 'records'),
  '/comp': page(() => import('./pages/comp/comp-page.tsx'), 'records'),
  '/help': page(() => import('./pages/help/help-page.tsx'), 'records', 'faq'),
  '/note': page(() => import('./pages/note/note-page.tsx')),
  '/notice': page(() => import('./pages/notice/notice-page.tsx')),
  '/user': page(() => import('./pages/member/member-page.tsx'), 'records'),
  '/user/statement': page(() => import('./pages/statement/statement-page.tsx'), 'records'),
  '/user/account': page(() => import('./pages/member/account-page.tsx')),
  '/user/security': page(() => import('./pages/member/security-page.tsx'), 'records'),
  '/game': page(() => import('./pages/lobby/game-page.tsx'), 'lobby'),
  '/limits': page(() => import('./pages/limit/limit-page.tsx'), 'limits'),
  '/fairness': page(() => import('./pages/fairness/fairness-page.tsx'), 'fairness'),
  '/terms': page(() => import('./pages/registration/terms-page.tsx')),
  '/privacy': page(() => import('./pages/registration/privacy-page.tsx')),
  '/responsible': page(() => import('./pages/limit/responsible-page.tsx'), 'watch'),
  '/shared': page(() => import('./pages/replay/shared-page.tsx'), 'records', 'watch'),
  [watchPage]: page(() => import('./pages/replay/watch-page.tsx'), 'watch'),
  '/credits': page(() => import('./pages/credits/credits-page.tsx')),
  '/admin/error': page(() => import('./pages/error/error-page.tsx'), 'watch'),
}

const pages: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(loaders).map(([path, load]) => [path, onDemand(load, <PageSkeleton />)]),
)

/** Prefetches the chunk and messages of a page. Errors are ignored; navigation loads them again. */
export function prefetchPage(path: string): void {
  loaders[pageNameOf(path)]?.().catch(() => undefined)
}

/** The page of a path; guests get the sign-in form on members-only pages. */
export function PageOf({ path }: { path: string }): ReactNode {
  const { kind } = useSession()
  const Page = pages[pageNameOf(path)]
  if (Page === undefined) return null
  if (sitePaths[pageNameOf(path)]?.membersOnly && kind !== 'member')
    return kind === 'loading' ? <PageSkeleton /> : <MembersOnly />
  return (
    <QueryClientProvider client={queryClient}>
      <Page key={path} />
    </QueryClientProvider>
  )
}
