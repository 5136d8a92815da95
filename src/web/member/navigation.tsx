import { splitLocale, withLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { navigate, usePathname } from './address.ts'
import { usePage } from './page-data.ts'

/** Navigation with paths written without their language; these functions add it. */

/** The current path without its language. */
export function usePath(): string {
  const page = usePage()
  return splitLocale(usePathname(withLocale(page.locale, page.path))).rest.replace(/(?<=.)\/$/, '')
}

/** Returns a function that navigates to a path of the site: `goTo('/help')`. */
export function useGoTo(): (path: string) => void {
  const locale = useLocaleCode()
  return (path) => {
    navigate(withLocale(locale, path))
    window.scrollTo(0, 0)
  }
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  /** Whether it leads to the page on screen; by default where the paths are equal. */
  isCurrent?: boolean
  children: ReactNode
}

/** A link inside the site; modified and middle clicks are left to the browser. */
export function Link({ to, isCurrent, onClick, ...rest }: LinkProps): ReactNode {
  const locale = useLocaleCode()
  const goTo = useGoTo()
  const isSamePath = usePath() === to
  return (
    // The content is in the remaining props.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a
      {...rest}
      href={withLocale(locale, to)}
      aria-current={(isCurrent ?? isSamePath) ? 'page' : undefined}
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
