import type { SiteData } from '#contract/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { createContext, use } from 'react'

/** Data the server embeds in the page: both sides render from it, so hydration changes nothing. */

export type PageData = {
  readonly locale: Locale
  /** The path without its language: `/`, `/help`. */
  readonly path: string
  /** The request had a session cookie; the first health check shows whether it is valid. */
  readonly maybeSignedIn: boolean
  readonly site: SiteData
  /** URLs of pictures by logical name: `brand/logo`, `lettering/<code>-ko`, the last in the page's language only. */
  readonly art: Readonly<Record<string, string>>
}

const PageContext = createContext<PageData | null>(null)
export const PageProvider = PageContext.Provider

export function usePage(): PageData {
  const page = use(PageContext)
  if (page === null) throw new Error('usePage is called outside the page')
  return page
}
