import { Button } from '#web/shared/button.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './pager.module.css'

/** Rows per page of a list. */
export const pageSize = 20

/** Previous and next page of a list; renders nothing when there is one page. */
export function Pager(props: { skip: number; maxCount: number; onSkip: (skip: number) => void }): ReactNode {
  const t = useTranslations('pager')
  const pages = Math.ceil(props.maxCount / pageSize)
  if (pages < 2) return null
  const page = Math.floor(props.skip / pageSize) + 1
  return (
    <nav className={style.pager}>
      <Button disabled={page <= 1} onClick={() => props.onSkip(props.skip - pageSize)}>
        {t('previous')}
      </Button>
      <span className="money" aria-live="polite">
        {t('page', { page, pages })}
      </span>
      <Button disabled={page >= pages} onClick={() => props.onSkip(props.skip + pageSize)}>
        {t('next')}
      </Button>
    </nav>
  )
}
