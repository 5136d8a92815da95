import type { OfficeRequest } from '#contract/money-request.ts'
import { amountFromWire, amountToWire } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { formatAmount } from '#web/office/kit/figures.ts'
import { roundPath } from '#web/office/kit/round-path.ts'
import classes from './queue.module.css'

/** What the member of an open withdrawal owes of rounds that were made void, together. */
function sumOf({ owed }: OfficeRequest): string {
  return amountToWire(owed.reduce((sum, { amount }) => sum + (amountFromWire(amount) ?? 0n), 0n))
}

/** Marks a withdrawal of a member who owes something. */
export function OwedMark({ request }: { request: OfficeRequest }): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  if (request.owed.length === 0) return null
  return <span className={classes.owed}>{t('owed', { amount: formatAmount(sumOf(request), locale) })}</span>
}

/** What the member owes, with each round, for an operator who is about to pay; in a panel with the panel's margins. */
export function OwedAlert({ request, inPanel }: { request: OfficeRequest; inPanel?: true }): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  if (request.owed.length === 0) return null
  return (
    <Alert
      color="gold"
      {...(inPanel && { className: classes.owedPanel })}
      title={t('owed', { amount: formatAmount(sumOf(request), locale) })}
    >
      {t('owedText')}
      <ul className={classes.owedRounds}>
        {request.owed.map(({ round, kind, amount }) => (
          <li key={round}>
            <Link href={roundPath(kind, round)}>{t('owedRound', { amount: formatAmount(amount, locale) })}</Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
