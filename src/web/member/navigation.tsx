import { splitLocale, withLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'
import { usePage } from './page-data.ts'

/** Paths inside the member site are written without their language; these put it there. */

/** The path on screen without its language. */
export function usePath(): string {
  const page = usePage()
  return splitLocale(usePathname({ ssrPath: withLocale(page.locale, page.path) })).rest.replace(/(?<=.)\/$/, '')
}

/** Goes to a path of the site: `goTo('/help', locale)`. */
export function useGoTo(): (path: string) => void {
  const locale = useLocaleCode()
  return (path) => {
    navigate(withLocale(locale, path))
    window.scrollTo(0, 0)
  }
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; children: ReactNode }

/** A link inside the site; a new tab, a middle press and so on stay the browser's. */
export function Link({ to, onClick, ...rest }: LinkProps): ReactNode {
  const locale = useLocaleCode()
  const goTo = useGoTo()
  const current = usePath() === to
  return (
    // The content comes with the other properties.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a
      {...rest}
      href={withLocale(locale, to)}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event)
        const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (!plain || event.defaultPrevented) return
        event.preventDefault()
        goTo(to)
      }}
    />
  )
}
