import type { MemberAnswers } from '#contract/member-api.ts'
import type { CurrentUser } from '#contract/member.ts'
import type { CashRules } from '#contract/money-request.ts'
import { bankNameIn } from '#domain/bank-names.ts'
import { amountFault, type CashSide } from '#domain/money-request.ts'
import { amountFromWire, amountToWire } from '#domain/money.ts'
import { AmountPad } from '#web/shared/amount-pad.tsx'
import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { SecretField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { formatMoment, formatNumber, integerPart } from '#web/shared/format.ts'
import { useRequestIds } from '#web/shared/request-id.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure, useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { CashNotice, CashRulesText, cashSideOf } from './rules.tsx'
import form from '#web/member/kit/form.module.css'
import { usePage } from '#web/member/page-data.ts'
import { useHeldMoney, useUser } from '#web/member/session/session.ts'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import { isOpen } from './use-money-requests.ts'
import { useApplyWithdraw } from './use-apply-withdraw.ts'
import style from './withdraw-form.module.css'

type Refusal = Exclude<MemberAnswers['apply-user-withdraw'], { status: 'success' }>
type Problem = { field: 'amount' | 'pin'; text: string } | null

const quick = ['10000', '50000', '100000', '500000'] as const

/** Amount and PIN, confirmed before sending: the member cannot cancel a withdrawal. */
export function WithdrawForm(): ReactNode {
  const t = useTranslations('moneyRequest.withdraw')
  const cash = useTranslations('moneyRequest.form')
  const common = useTranslations('common')
  const errorMessage = useErrorMessage()
  const refusalMessage = useRefusalMessage()
  const locale = useLocaleCode()
  const user = useUser()
  const { data, error, refetch } = useMemberPage()
  const ids = useRequestIds('apply-user-withdraw')
  const apply = useApplyWithdraw()
  const [amount, setAmount] = useState('')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<Problem>(null)
  if (data === undefined) {
    return error === null ? <Skeleton rows={4} height={56} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const submit = async () => {
    if (amount === '') return setProblem({ field: 'amount', text: cash('enterAmount') })
    if (pin === '') return setProblem({ field: 'pin', text: cash('enterPin') })
    const side = cashSideOf(data.cash.withdraw)
    const parsed = amountFromWire(amount)
    const fault = parsed === null ? 'min' : amountFault(parsed, side)
    if (fault !== null) return setProblem(refusalMessage({ status: fault }, data.cash.withdraw.step))
    setProblem(null)
    const title = t('confirm', { amount: formatNumber(amount, locale) })
    if (!(await confirm({ title, text: t('confirmText'), confirmLabel: t('apply'), cancelLabel: common('cancel') })))
      return
    try {
      const answer = await apply.mutateAsync({ requestId: ids.of(amount), balance: amount, pass: pin })
      ids.answered()
      setPin('')
      if (answer.status !== 'success') return setProblem(refusalMessage(answer, data.cash.withdraw.step))
      if (!isOpen(answer.request)) return setProblem({ field: 'amount', text: cash('filedBefore') })
      toast(t('applied'), 'success')
      setAmount('')
    } catch (failure) {
      setProblem({ field: 'amount', text: errorMessage(failure) })
    }
  }
  return (
    <Form className={form.form} busy={apply.isPending} onSubmit={submit}>
      <Target user={user ?? data.user} turnover={data.cash.withdraw.turnover} />
      <KnownRefusals rules={data.cash} />
      <CashRulesText rules={data.cash} side="withdraw" />
      <AmountPad
        label={cash('amount')}
        value={amount}
        onChange={(next) => {
          setAmount(next)
          setProblem(null)
        }}
        quick={quick}
        most={(user ?? data.user).balance}
        all={largestAmount((user ?? data.user).balance, cashSideOf(data.cash.withdraw))}
        error={problem?.field === 'amount' ? problem.text : undefined}
      />
      <SecretField
        label={cash('pin')}
        hint={cash('pinHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={pin}
        onChange={(event) => {
          setPin(event.target.value.replaceAll(/\D/g, ''))
          setProblem(null)
        }}
        error={problem?.field === 'pin' ? problem.text : undefined}
      />
      <Button type="submit" variant="gilt" wide busy={apply.isPending}>
        {t('apply')}
      </Button>
    </Form>
  )
}

/** The largest amount the rules allow for a balance: whole steps, at most the maximum. */
function largestAmount(balance: string, side: CashSide): string {
  const held = amountFromWire(balance) ?? 0n
  const capped = held < side.max ? held : side.max
  return amountToWire(capped - (capped % side.step))
}

/** The reasons for which a withdrawal would be refused at present. */
function KnownRefusals({ rules }: { rules: CashRules }): ReactNode {
  const t = useTranslations('moneyRequest.withdraw')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const { waitsUntil, turnover } = rules.withdraw
  return (
    <>
      {waitsUntil !== null && (
        <CashNotice>{t('waitsUntil', { until: formatMoment(waitsUntil, brand.timeZone) })}</CashNotice>
      )}
      {integerPart(turnover) > 0n && (
        <CashNotice>{t('turnoverFirst', { remaining: formatNumber(turnover, locale) })}</CashNotice>
      )}
    </>
  )
}

/** Bank account, balance, held money and turnover still due. */
function Target({ user, turnover }: { user: CurrentUser; turnover: string }): ReactNode {
  const frame = useTranslations('frame')
  const held = useHeldMoney()
  const t = useTranslations('moneyRequest.withdraw')
  const cash = useTranslations('moneyRequest.form')
  const locale = useLocaleCode()
  return (
    <dl className={`${style.target} money`}>
      <dt>{t('to')}</dt>
      <dd>
        {bankNameIn(user.bankname, locale)} {user.banknum} ({user.bankOwner})
      </dd>
      <dt>{cash('money')}</dt>
      <dd>{cash('won', { amount: formatNumber(user.balance, locale) })}</dd>
      {integerPart(held) > 0n && (
        <>
          <dt>{frame('held')}</dt>
          <dd>{cash('won', { amount: formatNumber(held, locale) })}</dd>
        </>
      )}
      {integerPart(turnover) > 0n && (
        <>
          <dt>{t('turnover')}</dt>
          <dd>{cash('won', { amount: formatNumber(turnover, locale) })}</dd>
        </>
      )}
    </dl>
  )
}

function useRefusalMessage(): (refusal: Refusal, step: string) => Problem {
  const t = useTranslations('moneyRequest.withdraw')
  const cash = useTranslations('moneyRequest.form')
  const { brand } = usePage().site
  const locale = useLocaleCode()
  return (refusal, step) => {
    switch (refusal.status) {
      case 'balance':
        return { field: 'amount', text: t('refusedBalance') }
      case 'turnover':
        return {
          field: 'amount',
          text: t('refusedTurnover', { remaining: formatNumber(refusal.remaining, locale) }),
        }
      case 'min':
        return { field: 'amount', text: cash('refusedMin') }
      case 'max':
        return { field: 'amount', text: cash('refusedMax') }
      case 'step':
        return { field: 'amount', text: cash('refusedStep', { step: formatNumber(step, locale) }) }
      case 'wait': {
        const { until } = refusal
        const text = until ? t('waitsUntil', { until: formatMoment(until, brand.timeZone) }) : cash('refusedWait')
        return { field: 'amount', text }
      }
      case 'conflict':
        return { field: 'amount', text: cash('refusedConflict') }
      case 'pass':
        return { field: 'pin', text: cash('refusedPass') }
      case 'locked':
        return { field: 'pin', text: cash('refusedLocked') }
    }
  }
}
