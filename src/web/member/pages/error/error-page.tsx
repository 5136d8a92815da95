import { buttonClass } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { DeadEnd } from '#web/member/frame/dead-end.tsx'
import { useDocumentTitle } from '#web/member/frame/use-document-title.ts'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import { Link } from '#web/member/navigation.tsx'
import { usePage } from '#web/member/page-data.ts'

/** What `?code=` may ask for; anything else is a page that the visitor may not use. */
const codes = { 403: 'forbidden', 500: 'failure', 503: 'maintenance' } as const
type Code = keyof typeof codes

/** `/admin/error` (spec §2): shown for a page that the visitor may not use, and what a proxy shows while the site is not there. */
export function Page(): ReactNode {
  const t = useTranslations('errorPage')
  const notFound = useTranslations('notFound')
  const menu = useTranslations('menu')
  const [asked] = useSearchParameter('code')
  const { brand, maintenance } = usePage().site
  const code = (Object.hasOwn(codes, asked) ? Number(asked) : 403) as Code
  const why = codes[code]
  const title = t(`${why}Title`)
  useDocumentTitle(`${title} | ${brand.name}`)
  const until = code === 503 ? (maintenance?.until ?? null) : null
  const text = until === null ? t(`${why}Text`) : t('maintenanceUntil', { time: formatMoment(until, brand.timeZone) })
  return (
    <DeadEnd code={code} title={title} text={text}>
      <Link to="/" className={buttonClass('gilt')}>
        {notFound('home')}
      </Link>
      <Link to="/help" className={buttonClass('plain')}>
        {menu('help')}
      </Link>
    </DeadEnd>
  )
}
