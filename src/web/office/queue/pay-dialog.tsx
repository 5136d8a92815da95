import type { OfficeRequest } from '#contract/office.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/words.tsx'
import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAmount } from '../figures.ts'
import { Facts } from '../panel.tsx'
import { showFailure, showSuccess, useOfficeAct } from '../use-office.ts'
import { useAskId } from '../use-ask-id.ts'
import classes from './queue.module.css'
import { useRefusalWords } from './use-request-acts.ts'

/**
 * Says that a withdrawal has been transferred; the held money leaves the books. Where the brand asks for two operators, the
 * first of them approves it here, and another pays.
 */
export function PayDialog(props: { request: OfficeRequest; onClose: () => void }): ReactNode {
  const t = useTranslations('office')
  const locale = intlLocale[useLocaleCode()]
  const { request } = props
  const [note, setNote] = useState('')
  const askId = useAskId()
  const sayRefusal = useRefusalWords()
  const amount = formatAmount(request.amount, locale)
  const act = useOfficeAct('pay-withdrawal', (answer) => {
    if (answer.status === 'success') {
      const isPaid = answer.request.state === 'paid'
      showSuccess(t(isPaid ? 'queue.paidToast' : 'queue.approvedFirstToast', { amount }))
    } else showFailure(sayRefusal(answer))
    props.onClose()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    act.mutate({
      id: request.id,
      requestId: askId(note),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    })
  }
  return (
    <Modal opened onClose={props.onClose} title={t(request.needsSecond ? 'queue.approveFirstTitle' : 'queue.payTitle')}>
      <form className={classes.form} onSubmit={submit}>
        <Text>{t(request.needsSecond ? 'queue.approveFirstText' : 'queue.payText')}</Text>
        <Facts
          facts={[
            [t('queue.member'), `${request.member.userId} · ${request.member.nick}`],
            [
              t('queue.bank'),
              <span key="bank" className={classes.number}>
                {request.bank?.bankname} {request.bank?.banknum} {request.bank?.bankOwner}
              </span>,
            ],
            request.approvedBy === null ? null : [t('queue.approvedBy'), request.approvedBy],
            [
              t('queue.amount'),
              <span key="amount" className={classes.number}>
                {amount}
              </span>,
            ],
          ]}
        />
        <TextInput
          label={t('queue.internalNote')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={act.isPending} data-autofocus>
          {t(request.needsSecond ? 'queue.approveFirstSubmit' : 'queue.paySubmit', { amount })}
        </Button>
      </form>
    </Modal>
  )
}
