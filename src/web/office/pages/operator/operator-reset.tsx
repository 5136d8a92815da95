import type { OfficeOperatorRow, OperatorReset } from '#contract/operator.ts'
import { onePersonHours } from '#domain/factor.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Alert, Button, Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficeReply } from '#web/office/kit/calls.ts'
import classes from '#web/office/kit/forms.module.css'
import { ReasonDialog } from '#web/office/kit/reason-dialog.tsx'
import {
  showFailure,
  showSuccess,
  useMayCall,
  useMe,
  useOfficeAction,
  useOfficeRequestIds,
} from '#web/office/kit/use-office.ts'

/** A reset of an operator's sign-in: proposed by one manager, decided by another, shown to all for 96 hours after it. */
export function Reset(props: { operator: OfficeOperatorRow; reset: OperatorReset }): ReactNode {
  const t = useTranslations('office.operator')
  const { operator: me, timeZone } = useMe()
  const mayDecide = useMayCall('approve-operator-reset')
  const [code, setCode] = useState<string | null>(null)
  const { operator, reset } = props
  const moment = (at: string | null): string => (at === null ? '' : formatMoment(at, timeZone))
  if (code !== null) return <EnrolmentCode login={operator.login} code={code} onClose={() => setCode(null)} />
  if (reset.state === 'approved') {
    const until = new Date(Date.parse(reset.decidedAt ?? reset.at) + onePersonHours * 3_600_000).toISOString()
    const [by, decidedBy] = [reset.by, reset.decidedBy ?? '']
    return (
      <Alert color="gold" title={t('resetDoneTitle')}>
        {by === null ? (
          t('resetMachine', { at: moment(reset.at) })
        ) : (
          <div className={classes.lines}>
            <Text size="sm">{t('resetDoneBy', { by, decidedBy, at: moment(reset.decidedAt) })}</Text>
            <Text size="sm">{t('resetDoneUntil', { until: moment(until) })}</Text>
          </div>
        )}
      </Alert>
    )
  }
  const isConcerned = operator.id === me.id
  return (
    <Alert color="gold" title={t('resetWaits')}>
      <div className={classes.lines}>
        <Text size="sm">{t('resetBy', { by: reset.by ?? '', at: moment(reset.at) })}</Text>
        <Text size="sm">{t('resetUntil', { until: moment(reset.expiresAt) })}</Text>
        <Text size="sm">{`${t('resetReason')}: ${reset.reason}`}</Text>
        {mayDecide && reset.id !== null ? (
          reset.mine ? (
            <Text size="sm">{t('resetMine')}</Text>
          ) : (
            <>
              <Text size="sm">{t(isConcerned ? 'resetConcerned' : 'resetCheck')}</Text>
              <Decision id={reset.id} login={operator.login} isConcerned={isConcerned} onApproved={setCode} />
            </>
          )
        ) : null}
      </div>
    </Alert>
  )
}

function Decision(props: {
  id: string
  login: string
  /** The operator concerned may only refuse. */
  isConcerned: boolean
  onApproved: (code: string) => void
}): ReactNode {
  const t = useTranslations('office.operator')
  const { id, login } = props
  const [isRefusing, setRefusing] = useState(false)
  const refusalMessage = useRefusalMessage()
  const approveIds = useOfficeRequestIds('approve-operator-reset', id)
  const refuseIds = useOfficeRequestIds('refuse-operator-reset', id)
  const approve = useOfficeAction('approve-operator-reset', (answer) => {
    approveIds.answered()
    if (answer.status !== 'success') return showFailure(refusalMessage(answer))
    // The server verified whose code it is; what this page showed before may have been altered in the database.
    if (answer.login !== login) return showFailure(t('resetOther', { login: answer.login, shown: login }))
    showSuccess(t('resetDone', { login }))
    return props.onApproved(answer.code)
  })
  const refuse = useOfficeAction('refuse-operator-reset', (answer) => {
    refuseIds.answered()
    setRefusing(false)
    if (answer.status === 'success') showSuccess(t('refused'))
    else showFailure(refusalMessage(answer))
  })
  return (
    <div className={classes.actions}>
      {props.isConcerned ? null : (
        <Button loading={approve.isPending} onClick={() => approve.mutate({ id, requestId: approveIds.of('approve') })}>
          {t('approve', { login })}
        </Button>
      )}
      <Button color="red" variant="light" onClick={() => setRefusing(true)}>
        {t('refuse')}
      </Button>
      {isRefusing ? (
        <ReasonDialog
          title={t('refuseTitle', { login })}
          consequence={t('refuseText')}
          submit={t('refuseSubmit')}
          isBusy={refuse.isPending}
          onSubmit={(reason) => refuse.mutate({ id, requestId: refuseIds.of(reason), reason })}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </div>
  )
}

type Refusal = Exclude<OfficeReply<'approve-operator-reset'>, { status: 'success' }>

function useRefusalMessage(): (refusal: Refusal) => string {
  const t = useTranslations('office')
  return (refusal) => {
    if (refusal.status === 'late')
      return refusal.by === '' ? t('operator.expired') : t('operator.late', { by: refusal.by })
    if (refusal.status === 'conflict') return t('errors.conflict')
    return t(refusal.status === 'self' ? 'operator.self' : 'operator.gone')
  }
}

/** The code is shown until the dialog is closed by its button; it cannot be read again, only replaced. */
function EnrolmentCode(props: { login: string; code: string; onClose: () => void }): ReactNode {
  const t = useTranslations('office.operator')
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={`${t('enrolmentCode')} · ${props.login}`}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={classes.form}>
        <output>{props.code}</output>
        <Text size="sm">{t('enrolmentText')}</Text>
        <Button data-autofocus onClick={props.onClose}>
          {t('enrolmentClose')}
        </Button>
      </div>
    </Modal>
  )
}

/** Proposes a reset; nothing changes until another manager approves it. */
export function ProposeResetDialog(props: { operator: OfficeOperatorRow; onClose: () => void }): ReactNode {
  const t = useTranslations('office.operator')
  const errors = useTranslations('office.errors')
  const { id, login } = props.operator
  const ids = useOfficeRequestIds('propose-operator-reset', id)
  const action = useOfficeAction('propose-operator-reset', (answer) => {
    ids.answered()
    if (answer.status === 'success') showSuccess(t('resetProposed', { login }))
    else if (answer.status === 'conflict') showFailure(errors('conflict'))
    else showFailure(t(answer.status === 'open' ? 'alreadyOpen' : answer.status === 'self' ? 'self' : 'gone'))
    props.onClose()
  })
  return (
    <ReasonDialog
      title={t('resetTitle', { login })}
      consequence={t('resetText')}
      submit={t('resetSubmit')}
      isBusy={action.isPending}
      onSubmit={(reason) => action.mutate({ id, requestId: ids.of(reason), reason })}
      onClose={props.onClose}
    />
  )
}
