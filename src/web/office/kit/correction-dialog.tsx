import type { OfficeMember } from '#contract/member.ts'
import { correctedAccounts, isCorrection, type CorrectedAccount } from '#domain/approval.ts'
import { amountFromWire, changeFromWire } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert, Button, Modal, NativeSelect, NumberInput, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAmount, formatChange } from './figures.ts'
import classes from './forms.module.css'
import { showFailure, showSuccess, useOfficeAction, useOfficeRequestIds } from './use-office.ts'

type Problem = 'amount' | 'reason' | 'short'

/** Proposes to correct a member's balance; the button names account and signed amount. Another operator approves it. */
export function CorrectionDialog(props: { member: OfficeMember; onClose: () => void }): ReactNode {
  const t = useTranslations('office.approval')
  const locale = intlLocale[useLocaleCode()]
  const { member } = props
  const [account, setAccount] = useState<CorrectedAccount>('cash')
  const [sign, setSign] = useState<'' | '-'>('')
  const [figure, setFigure] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const amount = `${sign}${figure}`
  const change = changeFromWire(amount)
  const isAmount = change !== null && isCorrection(change)
  const balance = account === 'cash' ? member.balance : member.rolling
  const { send, isPending } = useProposal(member.id, { onProblem: setProblem, onClose: props.onClose })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isAmount) return setProblem('amount')
    if ((amountFromWire(balance) ?? 0n) + change < 0n) return setProblem('short')
    if (reason.trim() === '') return setProblem('reason')
    return send({ account, amount, reason: reason.trim() })
  }
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      set(value)
      setProblem(null)
    }
  }
  return (
    <Modal opened onClose={props.onClose} title={t('proposeTitle', { userId: member.userId })}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Text>{t('proposeText')}</Text>
        <NativeSelect
          label={t('account')}
          value={account}
          onChange={(event) => changed(setAccount)(event.currentTarget.value === 'comp' ? 'comp' : 'cash')}
          data={correctedAccounts.map((one) => ({ value: one, label: t(`accounts.${one}`) }))}
          description={`${t('balance')} ${formatAmount(balance, locale)}`}
        />
        <NativeSelect
          label={t('direction')}
          value={sign}
          onChange={(event) => changed(setSign)(event.currentTarget.value === '-' ? '-' : '')}
          data={[
            { value: '', label: t('add') },
            { value: '-', label: t('take') },
          ]}
        />
        <NumberInput
          data-autofocus
          label={t('proposeAmount')}
          value={figure}
          onChange={(value) => changed(setFigure)(String(value))}
          thousandSeparator=","
          decimalScale={4}
          allowNegative={false}
          hideControls
          inputMode="numeric"
          error={problem === 'amount' ? t('badAmount') : null}
          classNames={{ input: 'money' }}
        />
        <Textarea
          label={t('reason')}
          description={t('reasonHint')}
          value={reason}
          maxLength={500}
          rows={2}
          error={problem === 'reason' ? t('reasonRequired') : null}
          onChange={(event) => changed(setReason)(event.currentTarget.value)}
        />
        {problem === 'short' ? <Alert color="red">{t('short')}</Alert> : null}
        <Button type="submit" loading={isPending}>
          {isAmount
            ? t('proposeSubmit', { account: t(`accounts.${account}`), amount: formatChange(amount, locale) })
            : t('proposeSubmitEmpty')}
        </Button>
      </form>
    </Modal>
  )
}

/** Sends the proposal under a request id that is kept for the same content, and shows the answer. */
function useProposal(
  id: string,
  form: { onProblem: (problem: Problem) => void; onClose: () => void },
): { send: (body: { account: CorrectedAccount; amount: string; reason: string }) => void; isPending: boolean } {
  const t = useTranslations('office')
  const ids = useOfficeRequestIds('propose-correction', id)
  const action = useOfficeAction('propose-correction', (answer) => {
    ids.answered()
    if (answer.status === 'amount' || answer.status === 'short') return form.onProblem(answer.status)
    if (answer.status === 'success') showSuccess(t('approval.proposedToast'))
    else if (answer.status === 'open') showFailure(t('approval.alreadyOpen'))
    else showFailure(t(answer.status === 'none' ? 'member.gone' : 'errors.conflict'))
    return form.onClose()
  })
  return {
    send: (body) => action.mutate({ id, requestId: ids.of(JSON.stringify(body)), ...body }),
    isPending: action.isPending,
  }
}
