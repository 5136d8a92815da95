import type { OfficeRequest } from '#contract/money-request.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert, Button, Modal, NumberInput, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAmount } from '#web/office/kit/figures.ts'
import { showFailure, showSuccess, useOfficeAction, useOfficeRequestIds } from '#web/office/kit/use-office.ts'
import classes from './queue.module.css'
import { useRefusalMessage } from './use-request-actions.ts'

/** Credits a deposit with the amount received. The button names the action and the amount. */
export function ApproveDialog(props: { request: OfficeRequest; onClose: () => void }): ReactNode {
  const t = useTranslations('office')
  const locale = intlLocale[useLocaleCode()]
  const { request } = props
  const [received, setReceived] = useState(request.amount)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const ids = useOfficeRequestIds('approve-deposit', request.id)
  const refusalMessage = useRefusalMessage()
  const action = useOfficeAction('approve-deposit', (answer) => {
    ids.answered()
    if (answer.status === 'amount') return setProblem(t('moneyRequest.badAmount'))
    if (answer.status === 'success') {
      showSuccess(t('moneyRequest.approvedToast', { amount: formatAmount(answer.request.credited ?? '0', locale) }))
    } else showFailure(refusalMessage(answer))
    return props.onClose()
  })
  const isAmount = /^\d+(\.\d{1,4})?$/.test(received) && !/^0+(\.0+)?$/.test(received)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isAmount) return setProblem(t('moneyRequest.badAmount'))
    setProblem(null)
    return action.mutate({
      id: request.id,
      requestId: ids.of(`${received} ${note}`),
      credited: received,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    })
  }
  return (
    <Modal opened onClose={props.onClose} title={t('moneyRequest.approveTitle')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <NumberInput
          data-autofocus
          label={`${t('moneyRequest.received')} · ${request.member.userId} · ${request.depositor || request.member.nick}`}
          value={received}
          onChange={(value) => setReceived(String(value))}
          thousandSeparator=","
          decimalScale={4}
          allowNegative={false}
          hideControls
          inputMode="numeric"
          error={problem}
          classNames={{ input: 'money' }}
        />
        {received !== request.amount && isAmount ? (
          <Alert color="gold">{t('moneyRequest.differs', { requested: formatAmount(request.amount, locale) })}</Alert>
        ) : null}
        <TextInput
          label={t('moneyRequest.internalNote')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={action.isPending} disabled={!isAmount}>
          {t('moneyRequest.approveSubmit', { amount: isAmount ? formatAmount(received, locale) : '–' })}
        </Button>
      </form>
    </Modal>
  )
}
