import type { OfficeRequest } from '#contract/money-request.ts'
import { isOpen } from '#domain/money-request-decision.ts'
import { formatMoment } from '#web/shared/format.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/office/kit/use-office.ts'
import classes from './queue.module.css'

/** Marks an open request of a member who is on a break or excluded, and until when. */
export function ExclusionMark({ request }: { request: OfficeRequest }): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const { timeZone } = useMe()
  const { exclusion, state } = request
  if (exclusion === null || !isOpen(state)) return null
  const { kind, until } = exclusion
  const text =
    until === null
      ? t('excludedForEver')
      : t(kind === 'break' ? 'breakUntil' : 'excludedUntil', { until: formatMoment(until, timeZone) })
  return <span className={classes.excluded}>{text}</span>
}
