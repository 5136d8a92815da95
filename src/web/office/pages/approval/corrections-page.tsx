import type { OfficeCorrection } from '#contract/approval.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { formatChange } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { PickCell } from '#web/office/kit/pick-cell.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { CorrectionDetail } from './correction-detail.tsx'

const views = ['open', 'decided'] as const

/** Corrections of balances: those that wait for a second operator, and the ended ones. */
export function CorrectionsPage(): ReactNode {
  const t = useTranslations('office.approval')
  const [show, setShow] = useState<(typeof views)[number]>('open')
  const [skip, setSkip] = useState(0)
  const [picked, setPicked] = useState<OfficeCorrection | null>(null)
  const list = useOfficeRead('get-corrections', { show, skip, take }, { poll: true })
  const rows = list.data?.corrections ?? []
  const columns = useColumns(picked?.id ?? null, setPicked)
  return (
    <ListAndDetail
      title={t('title')}
      isDetailOpen={picked !== null}
      tools={
        <NativeSelect
          size="xs"
          aria-label={t('show')}
          value={show}
          onChange={(event) => {
            setShow(views.find((one) => one === event.currentTarget.value) ?? 'open')
            setSkip(0)
            setPicked(null)
          }}
          data={views.map((one) => ({ value: one, label: t(one) }))}
        />
      }
      list={
        <Listed
          read={list}
          rowsOf={(data) => data.corrections}
          empty={t(show === 'open' ? 'emptyOpen' : 'emptyDecided')}
          skip={skip}
          onSkip={setSkip}
        >
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
          <CorrectionDetail
            key={picked.id}
            correction={rows.find((row) => row.id === picked.id) ?? picked}
            onBack={() => setPicked(null)}
          />
        )
      }
    />
  )
}

function useColumns(
  pickedId: string | null,
  pick: (correction: OfficeCorrection) => void,
): TableColumn<OfficeCorrection>[] {
  const t = useTranslations('office.approval')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  return [
    {
      id: 'member',
      header: t('member'),
      cell: (row) => (
        <PickCell
          name={row.member.userId}
          sub={row.member.nick}
          isPicked={pickedId === row.id}
          onPick={() => pick(row)}
        />
      ),
    },
    { id: 'account', header: t('account'), kind: 'narrow', cell: (row) => t(`accounts.${row.account}`) },
    { id: 'amount', header: t('amount'), kind: 'money', cell: (row) => formatChange(row.amount, locale) },
    {
      id: 'state',
      header: t('state'),
      cell: (row) => (
        <>
          {t(`states.${row.state}`)}
          <span className={classes.sub}>{formatMoment(row.decidedAt ?? row.at, timeZone)}</span>
        </>
      ),
    },
    { id: 'by', header: t('by'), kind: 'narrow', cell: (row) => row.by },
  ]
}
