import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './status-label.module.css'

/** The label of a status (대기, 완료, 취소); a status that the specification does not list is shown unchanged. */
export function StatusLabel({ status }: { status: string }): ReactNode {
  const t = useTranslations('moneyRequest.list')
  const isStatus = status === 'wait' || status === 'reg' || status === 'already' || status === 'cansel'
  return (
    <span className={style.status} data-status={status}>
      {isStatus ? t(status) : status}
    </span>
  )
}
