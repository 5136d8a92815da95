import type { MemberAnswers } from '#contract/member-api.ts'
import { AmountPad } from '#web/shared/amount-pad.tsx'
import { Button } from '#web/shared/button.tsx'
import { TextField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { formatMoment, formatNumber } from '#web/shared/format.ts'
import { useRequestIds } from '#web/shared/request-id.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure, useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { CashRulesText } from './rules.tsx'
import form from '#web/member/kit/form.module.css'
import { usePage } from '#web/member/page-data.ts'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import { isOpen } from './use-money-requests.ts'
import { useApplyDeposit } from './use-apply-deposit.ts'

type Refusal = Exclude<MemberAnswers['apply-user-deposit'], { status: 'success' }>

/** Amount and depositor name; refusals are shown at the amount. */
export function DepositForm(): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  const cash = useTranslations('moneyRequest.form')
  const errorMessage = useErrorMessage()
  const refusalMessage = useRefusalMessage()
  const { data, error, refetch } = useMemberPage()
  const ids = useRequestIds('apply-user-deposit')
  const apply = useApplyDeposit()
  const [amount, setAmount] = useState('')
  const [depositor, setDepositor] = useState('')
  const [problem, setProblem] = useState('')
  if (data === undefined) {
    return error === null ? <Skeleton rows={4} height={56} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const submit = async () => {
    if (amount === '') return setProblem(cash('enterAmount'))
    const name = depositor.trim()
    setProblem('')
    try {
      const requestId = ids.of(`${amount} ${name}`)
      const answer = await apply.mutateAsync({ requestId, balance: amount, ...(name && { depositor: name }) })
      ids.answered()
      if (answer.status !== 'success') return setProblem(refusalMessage(answer, data.cash.deposit.step))
      if (!isOpen(answer.request)) return setProblem(cash('filedBefore'))
      toast(t('applied'), 'success')
      setAmount('')
    } catch (failure) {
      setProblem(errorMessage(failure))
    }
  }
  return (
    <Form className={form.form} busy={apply.isPending} onSubmit={submit}>
      <CashRulesText rules={data.cash} side="deposit" />
      <AmountPad
        label={cash('amount')}
        value={amount}
        onChange={(next) => {
          setAmount(next)
          setProblem('')
        }}
        quick={data.cash.deposit.quick}
        error={problem}
      />
      <TextField
        label={t('depositor')}
        hint={t('depositorHint')}
        autoComplete="name"
        maxLength={60}
        value={depositor}
        onChange={(event) => setDepositor(event.target.value)}
      />
      <Button type="submit" variant="gilt" wide busy={apply.isPending}>
        {t('apply')}
      </Button>
    </Form>
  )
}

function useRefusalMessage(): (refusal: Refusal, step: string) => string {
  const t = useTranslations('moneyRequest.deposit')
  const cash = useTranslations('moneyRequest.form')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  return (refusal, step) => {
    switch (refusal.status) {
      case 'min':
        return cash('refusedMin')
      case 'max':
        return cash('refusedMax')
      case 'step':
        return cash('refusedStep', { step: formatNumber(step, locale) })
      case 'wait':
        return cash('refusedWait')
      case 'conflict':
        return cash('refusedConflict')
      case 'limit':
        return t('refusedLimit', { remaining: formatNumber(refusal.remaining, locale) })
      case 'excluded':
        return t('refusedExcluded')
      case 'closed':
        return t('refusedClosed', { opens: formatMoment(refusal.opens, brand.timeZone) })
    }
  }
}
