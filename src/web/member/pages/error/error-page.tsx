import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'

/** `/admin/error` (spec §2): shown for a page that the visitor may not use. */
export function Page(): ReactNode {
  const t = useTranslations('errorPage')
  const notFound = useTranslations('notFound')
  return (
    <PageFrame title={t('title')} narrow>
      <Card>
        <p>{t('text')}</p>
        <Link to="/" className={buttonClass('gilt', true)}>
          {notFound('home')}
        </Link>
      </Card>
    </PageFrame>
  )
}
