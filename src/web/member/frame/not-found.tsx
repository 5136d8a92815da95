import { buttonClass } from '#web/shared/button-class.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import { DeadEnd } from './dead-end.tsx'

/** Shown for an unknown path; the server responds with 404. */
export function NotFound(): ReactNode {
  const t = useTranslations('notFound')
  return (
    <DeadEnd code={404} title={t('title')} text={t('text')}>
      <Link to="/" className={buttonClass('gilt')}>
        {t('home')}
      </Link>
    </DeadEnd>
  )
}
