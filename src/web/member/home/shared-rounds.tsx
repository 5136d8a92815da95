import { formatReturn } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import style from './shared-rounds.module.css'

/** Rounds that members let be listed: game, multiple and day, the return beside them, and that most rounds lose. */
export function SharedRounds(): ReactNode {
  const t = useTranslations('home')
  const { site, locale } = usePage()
  return (
    <section className={style.rounds} aria-labelledby="shared-rounds">
      <h2 id="shared-rounds" className={style.heading}>
        {t('sharedRounds')}
      </h2>
      <p className={style.note}>{t('mostLose')}</p>
      <ul className={style.list}>
        {site.replays.map(({ id, game, names, multiple, rtp, day }) => (
          <li key={id}>
            <a className={style.round} href={`/play/${game}?watch=${id}&l=${locale}`}>
              <b>{names[locale]}</b>
              <span className="money">×{multiple}</span>
              <small>
                {t('returnToPlayer', { percent: formatReturn(rtp, locale) })} · {day}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
