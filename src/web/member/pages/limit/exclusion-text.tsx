import type { Limits } from '#contract/limit.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import style from './exclusion-text.module.css'
import { usePage } from '#web/member/page-data.ts'

/** Why a member may not play or deposit, and until when. Needs the messages of `limits`. */
export function ExclusionText({ exclusion }: { exclusion: NonNullable<Limits['exclusion']> }): ReactNode {
  const t = useTranslations('limit.exclusion')
  const { timeZone } = usePage().site.brand
  const date = formatMoment(exclusion.until, timeZone)
  return (
    <div className={style.exclusion}>
      <p className={style.until}>
        {exclusion.until === null ? t('ever') : t(exclusion.kind === 'break' ? 'break' : 'exclusion', { date })}
      </p>
      <p className={style.text}>{t('text')}</p>
    </div>
  )
}
