import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableSeat } from '#contract/table.ts'
import { classes } from '#web/shared/classes.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import style from './seats.module.css'

/** Who sits at the table, by masked names, with what each has staked in the round. */
export function Seats({ seats }: { seats: readonly TableSeat[] }): ReactNode {
  const t = useTranslations('table.seats')
  const locale = useLocaleCode()
  return (
    <section className={style.seats} aria-label={t('title', { count: seats.length })}>
      <h2 className={style.title}>{t('title', { count: seats.length })}</h2>
      {seats.length === 0 && <p className={style.empty}>{t('empty')}</p>}
      <ul className={style.list}>
        {seats.map(({ name, staked }, index) => (
          // Masked names are not unique.
          <li key={`${index} ${name}`} className={style.seat}>
            <span className={style.name}>{name}</span>
            <b className={classes(style.staked, 'money')}>{staked === '0' ? '–' : formatNumber(staked, locale)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
