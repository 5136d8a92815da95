import type { ReactNode } from 'react'
import type { WireSeries } from '#contract/table.ts'
import { withLocale } from '#i18n/locales.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'

/** Opens the page `/fairness` with a series loaded, beside the window. `label`: says which round it is about. */
export function PublicPageLink(props: {
  series: Pick<WireSeries, 'table' | 'firstLink' | 'chainEnd'>
  label?: string
  children: ReactNode
}): ReactNode {
  const { series, label, children } = props
  const { table, firstLink, chainEnd } = series
  const locale = useLocaleCode()
  const query = new URLSearchParams({ table, series: String(firstLink), chain: chainEnd })
  return (
    <a
      className={buttonClass('quiet')}
      href={withLocale(locale, `/fairness?${query.toString()}`)}
      target="_blank"
      rel="noopener"
      aria-label={label}
    >
      {children}
    </a>
  )
}
