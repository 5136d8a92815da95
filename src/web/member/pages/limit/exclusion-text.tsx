import type { Limits } from '#contract/limit.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import style from './exclusion-text.module.css'
import { Link } from '#web/member/navigation.tsx'
import { usePage } from '#web/member/page-data.ts'
import { SaveEvidence } from './save-evidence.tsx'

/**
 * What a member on a break or excluded may not do, from when to when, what stays possible, and where to ask. Needs the
 * messages of `limits`.
 */
export function ExclusionText({ exclusion }: { exclusion: NonNullable<Limits['exclusion']> }): ReactNode {
  const t = useTranslations('limit.exclusion')
  const menu = useTranslations('menu')
  const { timeZone } = usePage().site.brand
  const { kind, since, until } = exclusion
  return (
    <div className={style.exclusion}>
      <p className={style.until}>
        {until === null
          ? t('ever')
          : t(kind === 'break' ? 'break' : 'exclusion', { date: formatMoment(until, timeZone) })}
      </p>
      {since !== null && <p className={style.text}>{t('since', { date: formatMoment(since, timeZone) })}</p>}
      <p className={style.text}>{t('text')}</p>
      <p className={style.text}>{t('works')}</p>
      <p className={style.text}>
        {t('ask')} <Link to="/help">{menu('help')}</Link>
      </p>
      <SaveEvidence />
    </div>
  )
}
