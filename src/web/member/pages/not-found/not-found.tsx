import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'
import style from './not-found.module.css'

/** Shown for an unknown path; the server responds with 404. */
export function NotFound(): ReactNode {
  const t = useTranslations('notFound')
  return (
    <main id="main" className={style.page}>
      <p className={style.code} aria-hidden="true">
        404
      </p>
      <h1 className={style.title}>{t('title')}</h1>
      <p>{t('text')}</p>
      <Link to="/" className={buttonClass('gilt')}>
        {t('home')}
      </Link>
    </main>
  )
}
