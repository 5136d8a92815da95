import type { OfficeAnswers } from '#contract/office-api.ts'
import type { OfficeMatch, OfficeRegistration } from '#contract/registration.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Alert, Button, Modal, Textarea } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import classes from '#web/office/kit/forms.module.css'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { Sheet } from '#web/office/kit/panel.tsx'
import { PersonMatches } from '#web/office/kit/person-matches.tsx'
import {
  showFailure,
  showSuccess,
  useMayCall,
  useMe,
  useOfficeAction,
  useOfficeRead,
} from '#web/office/kit/use-office.ts'

/** Waiting registrations: approve, or reject with a reason. */
export function RegistrationsPage(): ReactNode {
  const t = useTranslations('office')
  const [skip, setSkip] = useState(0)
  const [rejecting, setRejecting] = useState<OfficeRegistration | null>(null)
  const list = useOfficeRead('get-registrations', { skip, take }, { poll: true })
  const [confirming, setConfirming] = useState<Duplicate | null>(null)
  const columns = useColumns({ reject: setRejecting, confirm: setConfirming })
  return (
    <Sheet title={t('registration.title')}>
      <Listed
        read={list}
        rowsOf={(data) => data.registrations}
        empty={t('registration.empty')}
        skip={skip}
        onSkip={setSkip}
      >
        {(rows) => <DataTable label={t('registration.title')} columns={columns} rows={rows} />}
      </Listed>
      {rejecting === null ? null : <RejectDialog registration={rejecting} onClose={() => setRejecting(null)} />}
      {confirming === null ? null : <ConfirmDialog duplicate={confirming} onClose={() => setConfirming(null)} />}
    </Sheet>
  )
}

/** A registration whose approval takes a confirmation, with the matches at that moment. */
type Duplicate = { registration: OfficeRegistration; matches: readonly OfficeMatch[] }

/** The dialogs belong to the page: the rows of a polled list are rendered anew. */
type Dialogs = { reject: (registration: OfficeRegistration) => void; confirm: (duplicate: Duplicate) => void }

function useColumns({ reject, confirm }: Dialogs): TableColumn<OfficeRegistration>[] {
  const t = useTranslations('office.registration')
  const queue = useTranslations('office.moneyRequest')
  const { timeZone } = useMe()
  const mayAct = useMayCall('approve-registration')
  const columns: TableColumn<OfficeRegistration>[] = [
    {
      id: 'member',
      header: t('userId'),
      cell: (row) => (
        <>
          <strong>{row.userId}</strong>
          <span className={classes.sub}>{row.nick}</span>
        </>
      ),
    },
    { id: 'phone', header: t('phone'), kind: 'narrow', cell: (row) => row.phone },
    {
      id: 'bank',
      header: t('bank'),
      kind: 'narrow',
      cell: (row) => `${row.bankname} · ${row.bankOwner ?? queue('unreadable')}`,
    },
    { id: 'code', header: t('code'), kind: 'narrow', cell: (row) => row.code ?? '–' },
    { id: 'matches', header: t('matches'), cell: (row) => <Matches registration={row} /> },
    { id: 'at', header: t('registeredAt'), kind: 'narrow', cell: (row) => formatMoment(row.registeredAt, timeZone) },
  ]
  if (mayAct) {
    columns.push({
      id: 'actions',
      header: t('actions'),
      cell: (row) => (
        <span className={classes.actions}>
          <ApproveButton registration={row} confirm={confirm} />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('rejectFor', { userId: row.userId })}
            onClick={() => reject(row)}
          >
            {t('reject')}
          </Button>
        </span>
      ),
    })
  }
  return columns
}

/** What the operator has to check before a decision, and the accounts that may be of the same person. */
function Matches({ registration }: { registration: OfficeRegistration }): ReactNode {
  const t = useTranslations('office.registration')
  const { approval, matches } = registration
  const isName = matches.some(({ by, excluded, status }) => by.includes('person') && (excluded || status === 'blocked'))
  const mark =
    approval === 'free' ? null : t(approval === 'excluded' ? 'cannotApprove' : isName ? 'needsCheck' : 'needsConfirm')
  return (
    <>
      {mark === null ? null : <strong className={classes.mark}>{mark}</strong>}
      <PersonMatches matches={matches} />
    </>
  )
}

type Decided = OfficeAnswers['approve-registration'] | OfficeAnswers['reject-registration']

function useShowOutcome(done: string): (answer: Decided) => void {
  const t = useTranslations('office.registration')
  return (answer) => {
    if (answer.status === 'success') showSuccess(done)
    else if (answer.status === 'excluded') showFailure(t('excludedMatch'))
    else if (answer.status === 'late' && answer.by !== '') showFailure(t('alreadyDecided', { by: answer.by }))
    // No operator decided a registration whose personal data were erased.
    else showFailure(t('gone'))
  }
}

/** Approves at once, unless other accounts may be of the same person. */
function ApproveButton(props: { registration: OfficeRegistration; confirm: Dialogs['confirm'] }): ReactNode {
  const t = useTranslations('office.registration')
  const { registration, confirm } = props
  const { id, userId, approval } = registration
  const showOutcome = useShowOutcome(t('approved', { userId }))
  const action = useOfficeAction('approve-registration', (answer) =>
    answer.status === 'duplicate' ? confirm({ registration, matches: answer.matches }) : showOutcome(answer),
  )
  return (
    <Button
      size="compact-sm"
      loading={action.isPending}
      // The list says why; it is judged anew with each refresh.
      disabled={approval === 'excluded'}
      aria-label={t('approveFor', { userId })}
      onClick={() => action.mutate({ id })}
    >
      {t('approve')}
    </Button>
  )
}

/** Approves although the listed accounts may be of the same person. */
function ConfirmDialog(props: { duplicate: Duplicate; onClose: () => void }): ReactNode {
  const t = useTranslations('office.registration')
  const { registration, matches } = props.duplicate
  const { id, userId } = registration
  const showOutcome = useShowOutcome(t('approved', { userId }))
  const action = useOfficeAction('approve-registration', (answer) => {
    showOutcome(answer)
    props.onClose()
  })
  return (
    <Modal opened onClose={props.onClose} title={`${t('confirmTitle')} · ${userId}`}>
      <div className={classes.form}>
        <Alert color="gold">{t('confirmText')}</Alert>
        <PersonMatches matches={matches} />
        <Button loading={action.isPending} onClick={() => action.mutate({ id, confirmDuplicate: true })}>
          {t('confirmSubmit')}
        </Button>
      </div>
    </Modal>
  )
}

function RejectDialog(props: { registration: OfficeRegistration; onClose: () => void }): ReactNode {
  const t = useTranslations('office')
  const { id, userId } = props.registration
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const showOutcome = useShowOutcome(t('registration.rejected', { userId }))
  const action = useOfficeAction('reject-registration', (answer) => {
    showOutcome(answer)
    props.onClose()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    return action.mutate({ id, reason: reason.trim() })
  }
  return (
    <Modal opened onClose={props.onClose} title={`${t('registration.rejectTitle')} · ${userId}`}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Textarea
          data-autofocus
          label={t('registration.reason')}
          value={reason}
          maxLength={500}
          rows={3}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
          error={isMissing ? t('registration.reasonRequired') : null}
        />
        <Button type="submit" color="red.8" loading={action.isPending}>
          {t('registration.rejectSubmit')}
        </Button>
      </form>
    </Modal>
  )
}
