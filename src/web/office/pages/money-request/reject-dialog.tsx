import type { OfficeRequest } from '#contract/money-request.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Button, Modal, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAmount } from '#web/office/kit/figures.ts'
import { showFailure, showSuccess, useOfficeAction, useOfficeRequestIds } from '#web/office/kit/use-office.ts'
import classes from './queue.module.css'
import { useRefusalMessage } from './use-request-actions.ts'

const quickReasons = {
  deposit: ['quickNotFound', 'quickName'],
  withdraw: ['quickAccount'],
} as const

/** Rejects a request with a reason shown to the member; held money is returned. */
export function RejectDialog(props: { request: OfficeRequest; onClose: () => void }): ReactNode {
  const t = useTranslations('office')
  const locale = intlLocale[useLocaleCode()]
  const { request } = props
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ids = useOfficeRequestIds('reject-request', request.id)
  const refusalMessage = useRefusalMessage()
  const action = useOfficeAction('reject-request', (answer) => {
    ids.answered()
    if (answer.status === 'success') showSuccess(t('moneyRequest.rejectedToast'))
    else showFailure(refusalMessage(answer))
    props.onClose()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    return action.mutate({ id: request.id, requestId: ids.of(reason), reason: reason.trim() })
  }
  return (
    <Modal opened onClose={props.onClose} title={t('moneyRequest.rejectTitle')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Textarea
          data-autofocus
          label={t('moneyRequest.reason')}
          description={t('moneyRequest.rejectText')}
          value={reason}
          maxLength={500}
          rows={3}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
          error={isMissing ? t('moneyRequest.reasonRequired') : null}
        />
        <fieldset className={classes.reasons}>
          <legend className="visually-hidden">{t('moneyRequest.quickReasons')}</legend>
          {quickReasons[request.type].map((key) => (
            <Button key={key} size="compact-sm" variant="default" onClick={() => setReason(t(`moneyRequest.${key}`))}>
              {t(`moneyRequest.${key}`)}
            </Button>
          ))}
        </fieldset>
        {request.type === 'withdraw' ? (
          <Text size="sm" c="dimmed">
            {t('moneyRequest.rejectHeld', { amount: formatAmount(request.amount, locale) })}
          </Text>
        ) : null}
        <Button type="submit" color="red.8" loading={action.isPending}>
          {t('moneyRequest.rejectSubmit')}
        </Button>
      </form>
    </Modal>
  )
}
