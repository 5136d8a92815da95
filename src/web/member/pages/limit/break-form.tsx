import { breakLengths, type BreakLength } from '#domain/limit.ts'
import { call } from '#web/shared/api.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import { queryClient } from '#web/member/kit/query-client.ts'
import { LengthChoice } from './length-choice.tsx'
import style from './limits.module.css'

/** A break of a day to three months. It needs a confirmation, because it cannot be undone. */
export function BreakForm(): ReactNode {
  const t = useTranslations('limit.break')
  const lasts = useTranslations('limit.lengths')
  const common = useTranslations('common')
  const errorMessage = useErrorMessage()
  const { timeZone } = usePage().site.brand
  const [length, setLength] = useState<BreakLength | null>(null)
  const take = useMutation({
    mutationFn: (chosen: BreakLength) => call('take-a-break', { lasts: chosen }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const begin = async () => {
    if (length === null) return
    const name = lasts(length)
    const confirmLabel = t('submit', { lasts: name })
    if (
      !(await confirm({
        title: t('confirmTitle', { lasts: name }),
        text: t('text'),
        confirmLabel,
        cancelLabel: common('cancel'),
      }))
    ) {
      return
    }
    try {
      const { until } = await take.mutateAsync(length)
      toast(t('done', { date: formatMoment(until, timeZone) }), 'success')
    } catch (error) {
      toast(errorMessage(error), 'danger')
    }
  }
  return (
    <>
      <p className={style.text}>{t('text')}</p>
      <LengthChoice label={t('choose')} lengths={breakLengths} value={length} onChange={setLength} />
      {length !== null && (
        <Button busy={take.isPending} onClick={() => void begin()}>
          {t('submit', { lasts: lasts(length) })}
        </Button>
      )}
    </>
  )
}
