import { Button } from '#web/shared/button.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './pager.module.css'

/** How many rows a list shows at once. */
export const rowsAtOnce = 20

/** Turns the pages of a list; nothing while everything fits. */
export function Pager(props: { skip: number; maxCount: number; onSkip: (skip: number) => void }): ReactNode {
  const t = useTranslations('account.list')
  const pages = Math.ceil(props.maxCount / rowsAtOnce)
  if (pages < 2) return null
  const page = Math.floor(props.skip / rowsAtOnce) + 1
  return (
    <nav className={style.pager}>
      <Button disabled={page <= 1} onClick={() => props.onSkip(props.skip - rowsAtOnce)}>
        {t('previous')}
      </Button>
      <span className="money" aria-live="polite">
        {t('page', { page, pages })}
      </span>
      <Button disabled={page >= pages} onClick={() => props.onSkip(props.skip + rowsAtOnce)}>
        {t('next')}
      </Button>
    </nav>
  )
}
