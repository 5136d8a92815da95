import { breakLengths, type BreakLength } from '#domain/limit.ts'
import { call } from '#web/shared/api.ts'
import { ask } from '#web/shared/ask.tsx'
import { Button } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useTroubleWords } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import { queryClient } from '../query-client.ts'
import { LengthChoice } from './length-choice.tsx'
import style from './limits.module.css'

/** A break of a day to three months; asked once more, because it cannot be taken back. */
export function BreakForm(): ReactNode {
  const words = useTranslations('limits.break')
  const lasts = useTranslations('limits.lasts')
  const common = useTranslations('common')
  const trouble = useTroubleWords()
  const { timeZone } = usePage().site.brand
  const [length, setLength] = useState<BreakLength | null>(null)
  const take = useMutation({
    mutationFn: (chosen: BreakLength) => call('take-a-break', { lasts: chosen }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const begin = async () => {
    if (length === null) return
    const name = lasts(length)
    const act = words('act', { lasts: name })
    if (!(await ask({ title: words('askTitle', { lasts: name }), text: words('text'), act, stay: common('cancel') }))) {
      return
    }
    try {
      const { until } = await take.mutateAsync(length)
      toast(words('done', { date: formatMoment(until, timeZone) }), 'success')
    } catch (error) {
      toast(trouble(error), 'danger')
    }
  }
  return (
    <>
      <p className={style.text}>{words('text')}</p>
      <LengthChoice label={words('choose')} lengths={breakLengths} value={length} onChange={setLength} />
      {length !== null && (
        <Button busy={take.isPending} onClick={() => void begin()}>
          {words('act', { lasts: lasts(length) })}
        </Button>
      )}
    </>
  )
}
