import type { LimitRule } from '#contract/limit.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import { useFormatLimit } from './limit-figures.ts'
import style from './limits.module.css'
import { useChangeLimit, type LimitInput } from './use-change-limit.ts'

/** A requested raise: it waits a day, then a second confirmation; it can be cancelled at any time. */
export function PendingRaise({
  rule,
  pending,
}: {
  rule: LimitRule
  pending: NonNullable<LimitRule['pending']>
}): ReactNode {
  const t = useTranslations('limit')
  const common = useTranslations('common')
  const figure = useFormatLimit()
  const { timeZone } = usePage().site.brand
  const { change, isBusy } = useChangeLimit()
  const { kind, period } = rule
  const [seenMs] = useState(() => Date.now())
  const isReady = Date.parse(pending.effectiveFrom) <= seenMs
  const most = figure(kind, pending.most)
  const send = async (input: LimitInput, done?: 'withdrawn') => {
    const fault = await change(input, done)
    if (fault !== null) toast(fault, 'danger')
  }
  const apply = async () => {
    const names = { kind: t(`kinds.${kind}`), period: t(`periods.${period}`) }
    const sure = await confirm({
      title: pending.most === null ? t('raise.confirmRemoval', names) : t('raise.confirmTitle', { ...names, most }),
      text: t('raise.confirmText'),
      confirmLabel: t('raise.confirm'),
      cancelLabel: common('cancel'),
    })
    if (sure) await send({ kind, period, most: pending.most, confirm: true })
  }
  return (
    <div className={style.pending}>
      <p>
        {isReady
          ? t('raise.ready', { most, date: formatMoment(pending.until, timeZone) })
          : t('raise.waits', { most, date: formatMoment(pending.effectiveFrom, timeZone) })}
      </p>
      <div className={style.actions}>
        {isReady && (
          <Button busy={isBusy} onClick={() => void apply()}>
            {t('raise.confirm')}
          </Button>
        )}
        <Button
          variant="quiet"
          busy={isBusy}
          onClick={() => void send({ kind, period, most: rule.most, confirm: false }, 'withdrawn')}
        >
          {t('raise.withdraw')}
        </Button>
      </div>
    </div>
  )
}
