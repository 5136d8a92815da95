import type { OfficePasswordReset } from '#contract/password-reset.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Age } from '#web/office/kit/age.tsx'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import classes from '#web/office/kit/forms.module.css'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { PickCell } from '#web/office/kit/pick-cell.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { ResetDetail } from './reset-detail.tsx'

/** Waiting password resets: verify the caller, then read out a code. */
export function ResetsPage(): ReactNode {
  const t = useTranslations('office.passwordReset')
  const [skip, setSkip] = useState(0)
  const [picked, setPicked] = useState<OfficePasswordReset | null>(null)
  const list = useOfficeRead('get-password-resets', { skip, take }, { poll: true })
  const rows = list.data?.resets ?? []
  const columns = useColumns(picked?.id ?? null, setPicked)
  return (
    <ListAndDetail
      title={t('title')}
      isDetailOpen={picked !== null}
      list={
        <Listed read={list} rowsOf={(data) => data.resets} empty={t('empty')} skip={skip} onSkip={setSkip}>
          {(shown) => (
            <DataTable
              label={t('title')}
              columns={columns}
              rows={shown}
              picked={picked?.id ?? null}
              onPick={setPicked}
            />
          )}
        </Listed>
      }
      detail={
        picked === null ? (
          <Empty text={t('pick')} />
        ) : (
          <ResetDetail
            key={picked.id}
            reset={rows.find((row) => row.id === picked.id) ?? picked}
            onBack={() => setPicked(null)}
          />
        )
      }
    />
  )
}

function useColumns(
  pickedId: string | null,
  pick: (reset: OfficePasswordReset) => void,
): TableColumn<OfficePasswordReset>[] {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  return [
    { id: 'age', header: t('moneyRequest.age'), cell: (row) => <Age since={row.askedAt} /> },
    {
      id: 'member',
      header: t('moneyRequest.member'),
      cell: (row) => (
        <PickCell
          name={row.member.userId}
          sub={row.member.nick}
          isPicked={pickedId === row.id}
          onPick={() => pick(row)}
        />
      ),
    },
    { id: 'phone', header: t('registration.phone'), kind: 'narrow', cell: (row) => row.phone },
    {
      id: 'state',
      header: t('moneyRequest.state'),
      cell: (row) => (
        <>
          {t(`passwordReset.states.${row.state}`)}
          {row.codeUntil === null ? null : (
            <span className={classes.sub}>
              {t('passwordReset.until', { time: formatMoment(row.codeUntil, timeZone) })}
            </span>
          )}
        </>
      ),
    },
    { id: 'by', header: t('moneyRequest.owner'), kind: 'narrow', cell: (row) => row.issuedBy ?? '–' },
  ]
}
