import type { OfficeSharedRound, OfficeTable } from '#contract/shared-round.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { PickCell } from '#web/office/kit/pick-cell.tsx'
import { RoundState, stateAndDayBody } from '#web/office/kit/round-list.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { useOutcomeText } from './outcome-text.tsx'
import { noRoundFilter, RoundFilters, type RoundFilter } from './round-filters.tsx'
import { RoundDetail } from './round-detail.tsx'
import { useGameName } from './spot-name.ts'
import { TableDetail } from './table-detail.tsx'
import { CurrentRound, useTableState } from './table-facts.tsx'

/** While bets are open a look is a few seconds old at most; the countdown is this browser's. */
const pollMs = 2_000

/** The tables as they are now, and their rounds; the URL contains the selected round. */
export function TablesPage(props: { id: string | null }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const [, go] = useLocation()
  const [filter, setFilter] = useState<RoundFilter>(noRoundFilter)
  const [skip, setSkip] = useState(0)
  const [picked, setPicked] = useState<string | null>(null)
  const tables = useOfficeRead('get-game-tables', {}, { poll: () => pollMs })
  const { table } = filter
  const rounds = useOfficeRead(
    'get-shared-rounds',
    {
      skip,
      take,
      ...(table === '' ? {} : { table }),
      ...stateAndDayBody(filter),
    },
    { poll: true },
  )
  const show = (next: RoundFilter): void => {
    setFilter(next)
    setSkip(0)
  }
  const pickTable = (one: OfficeTable): void => {
    setPicked(one.name)
    show({ ...filter, table: one.name })
    if (props.id !== null) go('/tables')
  }
  const known = tables.data?.tables ?? []
  const shownTable = known.find(({ name }) => name === picked)
  return (
    <ListAndDetail
      title={t('title')}
      isDetailOpen={props.id !== null || shownTable !== undefined}
      list={
        <>
          <Tables read={tables} picked={props.id === null ? picked : null} onPick={pickTable} />
          <RoundFilters filter={filter} tables={known} onFilter={show} />
          <Rounds read={rounds} picked={props.id} skip={skip} onSkip={setSkip} />
        </>
      }
      detail={
        props.id !== null ? (
          <RoundDetail key={props.id} id={props.id} onBack={() => go('/tables')} />
        ) : shownTable !== undefined ? (
          <TableDetail table={shownTable} onBack={() => setPicked(null)} />
        ) : (
          <Empty text={t('pick')} />
        )
      }
    />
  )
}

type TablesRead = ReturnType<typeof useOfficeRead<'get-game-tables'>>
type RoundsRead = ReturnType<typeof useOfficeRead<'get-shared-rounds'>>

function Tables(props: { read: TablesRead; picked: string | null; onPick: (table: OfficeTable) => void }): ReactNode {
  const t = useTranslations('office')
  const { data, error, refetch } = props.read
  const columns = useTableColumns(props.picked, props.onPick)
  if (data === undefined) {
    return error === null ? <LoadingRows rows={3} /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  }
  if (data.status !== 'success' || data.tables.length === 0) return <Empty text={t('sharedRound.noTables')} isSmall />
  return (
    <DataTable
      label={t('sharedRound.tables')}
      columns={columns}
      rows={data.tables.map((table) => ({ ...table, id: table.name }))}
      picked={props.picked}
      onPick={props.onPick}
    />
  )
}

function useTableColumns(
  picked: string | null,
  pick: (table: OfficeTable) => void,
): TableColumn<OfficeTable & { id: string }>[] {
  const t = useTranslations('office.sharedRound')
  const locale = intlLocale[useLocaleCode()]
  const gameName = useGameName()
  const tableState = useTableState()
  return [
    {
      id: 'table',
      header: t('table'),
      cell: (row) => (
        <PickCell name={gameName(row.game)} sub={row.name} isPicked={picked === row.name} onPick={() => pick(row)} />
      ),
    },
    { id: 'state', header: t('state'), cell: (row) => tableState(row) },
    { id: 'round', header: t('round'), kind: 'short', cell: (row) => <CurrentRound table={row} /> },
    {
      id: 'stakes',
      header: t('stakes'),
      kind: 'money',
      cell: (row) => (
        <>
          {formatAmount(row.staked, locale)}
          {row.members > 0 && <span className={classes.sub}>{t('stakesOf', { members: row.members })}</span>}
        </>
      ),
    },
    { id: 'owed', header: t('used'), kind: 'money narrow', cell: (row) => formatAmount(row.owed, locale) },
    { id: 'lease', header: t('lease'), kind: 'narrow', cell: (row) => t(`leases.${row.lease}`) },
  ]
}

function Rounds(props: {
  read: RoundsRead
  picked: string | null
  skip: number
  onSkip: (skip: number) => void
}): ReactNode {
  const t = useTranslations('office.sharedRound')
  const [, go] = useLocation()
  const pick = (round: OfficeSharedRound): void => go(`/tables/${round.id}`)
  const columns = useRoundColumns(props.picked, pick)
  return (
    <Listed
      read={props.read}
      rowsOf={(data) => data.rounds}
      empty={t('noRounds')}
      skip={props.skip}
      onSkip={props.onSkip}
    >
      {(rows) => <DataTable label={t('rounds')} columns={columns} rows={rows} picked={props.picked} onPick={pick} />}
    </Listed>
  )
}

function useRoundColumns(
  pickedId: string | null,
  pick: (round: OfficeSharedRound) => void,
): TableColumn<OfficeSharedRound>[] {
  const t = useTranslations('office.sharedRound')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const gameName = useGameName()
  const outcomeText = useOutcomeText()
  return [
    {
      id: 'round',
      header: t('rounds'),
      cell: (row) => (
        <PickCell
          name={t('number', { number: row.number })}
          sub={gameName(row.game)}
          isPicked={pickedId === row.id}
          onPick={() => pick(row)}
        />
      ),
    },
    { id: 'opens', header: t('opensAt'), kind: 'narrow', cell: (row) => formatMoment(row.opensAt, timeZone) },
    {
      id: 'state',
      header: t('state'),
      cell: (row) => <RoundState state={t(`states.${row.state}`)} waits={row.proposal === null ? null : t('waits')} />,
    },
    {
      id: 'outcome',
      header: t('outcome'),
      cell: (row) => (row.outcome === null ? '–' : outcomeText(row.outcome)),
    },
    { id: 'members', header: t('members'), kind: 'money narrow', cell: (row) => row.members },
    { id: 'staked', header: t('staked'), kind: 'money', cell: (row) => formatAmount(row.staked, locale) },
  ]
}
