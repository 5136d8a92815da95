import { splitLocale } from '#i18n/locales.ts'

/** Prefetches the page of a link under pointer or focus, and the code that all pages share. */

type LoadPages = () => Promise<{ prefetchPage: (path: string) => void }>

/** Starts prefetching; returns a function that stops it. Errors are ignored; navigation retries and reports. */
export function prefetchPages(loadPages: LoadPages): () => void {
  const prefetch = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.origin !== location.origin) return
    const path = splitLocale(link.pathname).rest
    loadPages().then(
      (pages) => pages.prefetchPage(path),
      () => undefined,
    )
  }
  const triggers = ['pointerover', 'focusin'] as const
  for (const trigger of triggers) document.addEventListener(trigger, prefetch, { passive: true })
  const timer = setTimeout(() => loadPages().catch(() => undefined), idleMs)
  return () => {
    for (const trigger of triggers) document.removeEventListener(trigger, prefetch)
    clearTimeout(timer)
  }
}

/** The first paint is done after this time. */
const idleMs = 2_500
