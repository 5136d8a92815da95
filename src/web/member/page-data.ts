import type { SiteData } from '#contract/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { createContext, use } from 'react'

/** What the server put into the page: the same on both sides, so that the markup is taken over without a flicker. */

export type PageData = {
  readonly locale: Locale
  /** The path without its language: `/`, `/help`. */
  readonly path: string
  /** The request carried a session cookie; whether it is still good is known after the first health check. */
  readonly maybeSignedIn: boolean
  readonly site: SiteData
  /** Addresses of the brand's own pictures by logical name: `logo/nocturne`. */
  readonly art: Readonly<Record<string, string>>
}

const PageContext = createContext<PageData | null>(null)
export const PageProvider = PageContext.Provider

export function usePage(): PageData {
  const page = use(PageContext)
  if (page === null) throw new Error('usePage is called outside the page')
  return page
}
