import type { OfficeRequest } from '#contract/money-request.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert, Button, Modal, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAmount } from '#web/office/kit/figures.ts'
import { Facts } from '#web/office/kit/panel.tsx'
import { showFailure, showSuccess, useOfficeAction, useOfficeRequestIds } from '#web/office/kit/use-office.ts'
import { useApprovalFacts, useWhyTwo, type RequestHistory } from './first-approval.tsx'
import { OwedAlert } from './owed-mark.tsx'
import classes from './queue.module.css'
import { useRefusalMessage } from './use-request-actions.ts'

const messageKeys = {
  pay: { title: 'moneyRequest.payTitle', text: 'moneyRequest.payText', submit: 'moneyRequest.paySubmit' },
  approveFirst: {
    title: 'moneyRequest.approveFirstTitle',
    text: 'moneyRequest.approveFirstText',
    submit: 'moneyRequest.approveFirstSubmit',
  },
} as const

/**
 * Marks a withdrawal as paid; the held money leaves the books. Where the operator cannot pay it alone, this dialog
 * gives the first approval, and another operator pays.
 */
export function PayDialog(props: {
  kind: keyof typeof messageKeys
  request: OfficeRequest
  history: RequestHistory
  onClose: () => void
}): ReactNode {
  const t = useTranslations('office')
  const locale = intlLocale[useLocaleCode()]
  const { kind, request } = props
  const [note, setNote] = useState('')
  const call = kind === 'pay' ? 'pay-withdrawal' : 'approve-withdrawal'
  const ids = useOfficeRequestIds(call, request.id)
  const refusalMessage = useRefusalMessage()
  const whyTwo = useWhyTwo()
  const approvalFacts = useApprovalFacts({ request, history: props.history })
  const isSecured = kind === 'approveFirst' || request.proposal !== null
  const amount = formatAmount(request.amount, locale)
  const action = useOfficeAction(call, (answer) => {
    ids.answered()
    // The operator may have transferred the money before the request was released or decided by someone else.
    if (answer.status !== 'success')
      showFailure(refusalMessage(answer) + (kind === 'pay' ? ` ${t('moneyRequest.ifTransferred')}` : ''))
    else if (kind === 'pay') showSuccess(t('moneyRequest.paidToast', { amount }))
    // After a lost response the repeated call may report a decision made since.
    else if (answer.request.decidedBy === null) showSuccess(t('moneyRequest.approvedFirstToast', { amount }))
    else showFailure(t('moneyRequest.alreadyDecided', { by: answer.request.decidedBy }))
    props.onClose()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    action.mutate({
      id: request.id,
      requestId: ids.of(note),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    })
  }
  return (
    <Modal opened onClose={props.onClose} title={t(messageKeys[kind].title)}>
      <form className={classes.form} onSubmit={submit}>
        {kind === 'approveFirst' ? <Alert color="gold">{whyTwo(request)}</Alert> : null}
        <Text>{t(messageKeys[kind].text)}</Text>
        <Facts
          facts={[
            [t('moneyRequest.member'), `${request.member.userId} · ${request.member.nick}`],
            [
              t('moneyRequest.bank'),
              <span key="bank" className={classes.number}>
                {request.bank?.bankname} {request.bank?.banknum}{' '}
                {request.bank === null ? '' : (request.bank.bankOwner ?? t('moneyRequest.unreadable'))}
              </span>,
            ],
            [
              t('moneyRequest.amount'),
              <span key="amount" className={classes.number}>
                {amount}
              </span>,
            ],
            ...(isSecured ? approvalFacts : []),
          ]}
        />
        <OwedAlert request={request} />
        <TextInput
          label={t('moneyRequest.internalNote')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={action.isPending} data-autofocus>
          {t(messageKeys[kind].submit, { amount })}
        </Button>
      </form>
    </Modal>
  )
}
