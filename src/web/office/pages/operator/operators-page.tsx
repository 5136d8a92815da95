import type { OfficeOperatorRow } from '#contract/operator.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import classes from '#web/office/kit/forms.module.css'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { DetailHead, Facts, ListAndDetail } from '#web/office/kit/panel.tsx'
import { PickCell } from '#web/office/kit/pick-cell.tsx'
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
import { ProposeResetDialog, Reset } from './operator-reset.tsx'

/** Operators with their second factors and sessions; managers end sessions and reset sign-ins by two. */
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
        <PickCell name={row.login} sub={row.name} isPicked={pickedId === row.id} onPick={() => pick(row.id)} />
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
  const mayReset = useMayCall('propose-operator-reset')
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
        {operator.reset === null ? null : <Reset operator={operator} reset={operator.reset} />}
        <div className={classes.actions}>
          {mayEnd ? (
            <Button variant="default" disabled={operator.sessions === 0} onClick={() => setOpen('end')}>
              {t('endSessions')}
            </Button>
          ) : null}
          {mayReset && operator.id !== me.id && operator.reset?.state !== 'open' ? (
            <Button variant="default" onClick={() => setOpen('reset')}>
              {t('reset')}
            </Button>
          ) : null}
        </div>
      </div>
      {open === 'end' ? (
        <EndDialog operator={operator} isSelf={operator.id === me.id} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'reset' ? <ProposeResetDialog operator={operator} onClose={() => setOpen(null)} /> : null}
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
