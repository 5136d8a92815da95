import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadAccountWords } from './account-words.ts'

/** The pages beside the home: each is its own chunk, loaded with the words of `account.ts`. */

type SitePage = {
  readonly Page: LazyExoticComponent<ComponentType>
  /** Guests are told msg2001 instead (spec §5). */
  readonly membersOnly: boolean
}

function page(load: () => Promise<{ Page: ComponentType }>, membersOnly: boolean): SitePage {
  return {
    Page: lazy(async () => {
      const [chunk, { withQueries }] = await Promise.all([load(), import('./with-queries.tsx'), loadAccountWords()])
      return { default: withQueries(chunk.Page) }
    }),
    membersOnly,
  }
}

export const sitePages: Readonly<Record<string, SitePage>> = {
  '/login': page(() => import('./login/login-page.tsx'), false),
  '/register': page(() => import('./register/register-page.tsx'), false),
  '/deposit': page(() => import('./deposit/deposit-page.tsx'), true),
  '/withdraw': page(() => import('./withdraw/withdraw-page.tsx'), true),
  '/comp': page(() => import('./comp/comp-page.tsx'), true),
  '/help': page(() => import('./help/help-page.tsx'), true),
  '/note': page(() => import('./note/note-page.tsx'), true),
  '/notice': page(() => import('./notice/notice-page.tsx'), true),
  '/user': page(() => import('./user/user-page.tsx'), true),
  '/game': page(() => import('./game/game-page.tsx'), false),
  '/admin/error': page(() => import('./admin-error/error-page.tsx'), false),
}
