import type { OfficeOperatorRow } from '#contract/operator.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Button, Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import classes from '#web/office/kit/forms.module.css'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { DetailHead, Facts, ListAndDetail } from '#web/office/kit/panel.tsx'
import { ReasonDialog } from '#web/office/kit/reason-dialog.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { OperatorSums } from './operator-sums.tsx'
import {
  showFailure,
  showSuccess,
  useMayCall,
  useMe,
  useOfficeAction,
  useOfficeRead,
} from '#web/office/kit/use-office.ts'

/** Operators with their second factors and sessions; managers end sessions and reset factors. */
export function OperatorsPage(): ReactNode {
  const t = useTranslations('office.operator')
  const [skip, setSkip] = useState(0)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const read = useOfficeRead('get-operators', { skip, take }, { poll: true })
  const columns = useColumns(pickedId, setPickedId)
  const picked = read.data?.operators.find((one) => one.id === pickedId)
  return (
    <ListAndDetail
      title={t('title')}
      isDetailOpen={picked !== undefined}
      list={
        <>
          <Listed read={read} rowsOf={(data) => data.operators} empty={t('empty')} skip={skip} onSkip={setSkip}>
            {(rows) => (
              <DataTable
                label={t('title')}
                columns={columns}
                rows={rows}
                picked={pickedId}
                onPick={(operator) => setPickedId(operator.id)}
              />
            )}
          </Listed>
          <OperatorSums />
        </>
      }
      detail={
        picked === undefined ? (
          <Empty text={t('pick')} />
        ) : (
          <Detail key={picked.id} operator={picked} onBack={() => setPickedId(null)} />
        )
      }
    />
  )
}

function useFactorLabel(): (operator: OfficeOperatorRow) => string {
  const t = useTranslations('office.operator')
  const factor = useTranslations('office.factor')
  return ({ factors, withoutFactor }) => {
    if (factors.length > 0) return factors.map((kind) => factor(`kinds.${kind}`)).join(' · ')
    return t(withoutFactor ? 'demo' : 'noFactor')
  }
}

function useColumns(pickedId: string | null, pick: (id: string) => void): TableColumn<OfficeOperatorRow>[] {
  const t = useTranslations('office.operator')
  const frame = useTranslations('office.frame')
  const factorLabel = useFactorLabel()
  return [
    {
      id: 'login',
      header: t('login'),
      cell: (row) => (
        <>
          <button
            type="button"
            className={classes.pick}
            aria-current={pickedId === row.id || undefined}
            onClick={() => pick(row.id)}
          >
            {row.login}
          </button>
          <span className={classes.sub}>{row.name}</span>
        </>
      ),
    },
    {
      id: 'roles',
      header: t('roles'),
      kind: 'narrow',
      cell: (row) => row.roles.map((role) => frame(`roles.${role}`)).join(' · '),
    },
    { id: 'factors', header: t('factors'), cell: factorLabel },
    { id: 'sessions', header: t('sessions'), kind: 'money', cell: (row) => row.sessions },
  ]
}

function Detail(props: { operator: OfficeOperatorRow; onBack: () => void }): ReactNode {
  const t = useTranslations('office.operator')
  const frame = useTranslations('office.frame')
  const all = useTranslations('office.common')('all')
  const { operator: me, timeZone } = useMe()
  const { operator } = props
  const factorLabel = useFactorLabel()
  const mayEnd = useMayCall('end-operator-sessions')
  const mayReset = useMayCall('reset-operator-factors')
  const [open, setOpen] = useState<'end' | 'reset' | null>(null)
  return (
    <>
      <DetailHead onBack={props.onBack} title={`${operator.login} · ${operator.name}`} />
      <Facts
        facts={[
          [t('active'), t(operator.active ? 'isActive' : 'isInactive')],
          [t('roles'), operator.roles.map((role) => frame(`roles.${role}`)).join(' · ')],
          [t('brands'), operator.brands === null ? all : operator.brands.join(', ')],
          [t('factors'), factorLabel(operator)],
          [t('codesLeft'), operator.recoveryCodesLeft],
          [t('sessions'), operator.sessions],
          [t('lastSeen'), operator.lastSeenAt === null ? '–' : formatMoment(operator.lastSeenAt, timeZone)],
        ]}
      />
      <div className={classes.body}>
        <div className={classes.actions}>
          {mayEnd ? (
            <Button variant="default" disabled={operator.sessions === 0} onClick={() => setOpen('end')}>
              {t('endSessions')}
            </Button>
          ) : null}
          {mayReset && operator.id !== me.id ? (
            <Button variant="default" onClick={() => setOpen('reset')}>
              {t('reset')}
            </Button>
          ) : null}
        </div>
      </div>
      {open === 'end' ? (
        <EndDialog operator={operator} isSelf={operator.id === me.id} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'reset' ? <ResetDialog operator={operator} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

function EndDialog(props: { operator: OfficeOperatorRow; isSelf: boolean; onClose: () => void }): ReactNode {
  const t = useTranslations('office.operator')
  const { id, login } = props.operator
  const action = useOfficeAction('end-operator-sessions', (answer) => {
    if (answer.status === 'success') showSuccess(t('ended', { count: answer.ended }))
    else showFailure(t('gone'))
    props.onClose()
  })
  return (
    <ReasonDialog
      title={t('endTitle', { login })}
      consequence={props.isSelf ? `${t('endText')} ${t('endSelf')}` : t('endText')}
      submit={t('endSubmit')}
      isBusy={action.isPending}
      onSubmit={(reason) => action.mutate({ id, reason })}
      onClose={props.onClose}
    />
  )
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

function ResetDialog(props: { operator: OfficeOperatorRow; onClose: () => void }): ReactNode {
  const t = useTranslations('office.operator')
  const { id, login } = props.operator
  const [code, setCode] = useState<string | null>(null)
  const action = useOfficeAction('reset-operator-factors', (answer) => {
    if (answer.status === 'success') {
      showSuccess(t('resetDone', { login }))
      return setCode(answer.code)
    }
    showFailure(t(answer.status === 'self' ? 'self' : 'gone'))
    return props.onClose()
  })
  if (code !== null) return <EnrolmentCode login={login} code={code} onClose={props.onClose} />
  return (
    <ReasonDialog
      title={t('resetTitle', { login })}
      consequence={t('resetText')}
      submit={t('resetSubmit')}
      isBusy={action.isPending}
      onSubmit={(reason) => action.mutate({ id, reason })}
      onClose={props.onClose}
    />
  )
}
