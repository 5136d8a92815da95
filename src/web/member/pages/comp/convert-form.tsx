import { AmountPad } from '#web/shared/amount-pad.tsx'
import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { Form } from '#web/shared/form.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useRequestIds } from '#web/shared/request-id.ts'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { useUser } from '#web/member/session/session.ts'
import style from './comp.module.css'
import { useConvertComp } from './use-convert-comp.ts'

const quick = ['1000', '5000', '10000'] as const

/** Converts whole comp points to money, one to one. */
export function ConvertForm(): ReactNode {
  const t = useTranslations('comp')
  const cash = useTranslations('moneyRequest.form')
  const common = useTranslations('common')
  const errorMessage = useErrorMessage()
  const locale = useLocaleCode()
  const held = useUser()?.rolling ?? '0'
  const ids = useRequestIds('roll-to-balance')
  const convert = useConvertComp()
  const [point, setPoint] = useState('')
  const [problem, setProblem] = useState('')
  const submit = async () => {
    if (point === '') return setProblem(cash('enterAmount'))
    setProblem('')
    const amount = formatNumber(point, locale)
    if (
      !(await confirm({ title: t('confirm', { amount }), confirmLabel: t('convert'), cancelLabel: common('cancel') }))
    )
      return
    try {
      const answer = await convert.mutateAsync({ requestId: ids.of(point), point })
      ids.answered()
      if (answer.status === 'low_point') return setProblem(t('refusedLow'))
      if (answer.status === 'conflict') return setProblem(cash('refusedConflict'))
      toast(t('converted', { amount }), 'success')
      setPoint('')
    } catch (failure) {
      setProblem(errorMessage(failure))
    }
  }
  return (
    <Form className={form.form} busy={convert.isPending} onSubmit={submit}>
      <p className={`${style.held} money`}>{formatNumber(held, locale)}</p>
      <p className={style.text}>{t('text')}</p>
      <AmountPad
        unit=""
        label={t('amount')}
        value={point}
        onChange={(next) => {
          setPoint(next)
          setProblem('')
        }}
        quick={quick}
        most={held}
        all={held}
        error={problem}
      />
      <Button type="submit" variant="gilt" wide busy={convert.isPending}>
        {t('convert')}
      </Button>
    </Form>
  )
}
