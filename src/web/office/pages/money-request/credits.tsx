import type { RecentCredit } from '#contract/money-request.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAmount } from '#web/office/kit/figures.ts'
import { useMe } from '#web/office/kit/use-office.ts'
import classes from './queue.module.css'

/** Who credited a withdrawal's member in 72 hours, when, and what was staked in between; no play is a warning. */
export function Credits({ credits }: { credits: readonly RecentCredit[] }): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  return (
    <section className={classes.credits} aria-label={t('credits')}>
      <h3>{t('credits')}</h3>
      {credits.length === 0 ? <p>{t('noCredits')}</p> : null}
      <ul>
        {credits.map(({ at, kind, amount, by, proposedBy, staked }) => (
          <li key={at}>
            <time dateTime={at}>{formatMoment(at, timeZone)}</time>
            <span>
              <b className={classes.number}>{formatAmount(amount, locale)}</b> ·{' '}
              {proposedBy === null ? null : <span>{proposedBy}</span>}
              {proposedBy === null ? '' : ' → '}
              <span>{by ?? '–'}</span> · {kind === 'correction' ? `${t('creditedByCorrection')} · ` : ''}
              <Play staked={staked} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Play({ staked }: { staked: string | null }): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  if (staked === null) return t('afterFiling')
  if (staked === '0') return <span className={classes.noPlay}>⚠ {t('noPlay')}</span>
  return t('staked', { amount: formatAmount(staked, locale) })
}
