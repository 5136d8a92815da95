import { splitLocale } from '#i18n/locales.ts'

/** Fetches what a press would want before the press: a page whose link is pointed at, and what all pages share. */

type LoadPages = () => Promise<{ warmPage: (path: string) => void }>

/** Begins; answers what ends it. A failure is nobody's concern: the press itself asks again, and says so. */
export function warmPages(loadPages: LoadPages): () => void {
  const warm = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.origin !== location.origin) return
    const path = splitLocale(link.pathname).rest
    loadPages().then(
      (pages) => pages.warmPage(path),
      () => undefined,
    )
  }
  const signs = ['pointerover', 'focusin'] as const
  for (const sign of signs) document.addEventListener(sign, warm, { passive: true })
  const timer = setTimeout(() => loadPages().catch(() => undefined), idleMs)
  return () => {
    for (const sign of signs) document.removeEventListener(sign, warm)
    clearTimeout(timer)
  }
}

/** By then a first sight has been loaded and drawn. */
const idleMs = 2_500
