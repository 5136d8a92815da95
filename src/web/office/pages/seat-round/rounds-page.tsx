import type { OfficeListedSeatRound } from '#contract/seat-round.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import { Listed, SearchBox, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { PickCell } from '#web/office/kit/pick-cell.tsx'
import { RoundState, stateAndDayBody, StateAndDayFields, type StateAndDay } from '#web/office/kit/round-list.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { useSeatGameName } from './game-name.ts'
import { SeatRoundDetail } from './round-detail.tsx'
import style from './seat-round.module.css'

const states = ['open', 'settled', 'void'] as const satisfies readonly OfficeListedSeatRound['state'][]

/** Without a day and a member the rounds of today. */
type Filter = StateAndDay<(typeof states)[number]>

/** Rounds with decisions by member, day and state; the URL contains the selected one. */
export function SeatRoundsPage({ id }: { id: string | null }): ReactNode {
  const t = useTranslations('office.seatRound')
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const [member] = useDebouncedValue(typed.trim(), 250)
  const [filter, setFilter] = useState<Filter>({ state: '', day: '' })
  const [skip, setSkip] = useState(0)
  const rounds = useOfficeRead(
    'get-seat-rounds',
    {
      skip,
      take,
      ...(member === '' ? {} : { member }),
      ...stateAndDayBody(filter),
    },
    { poll: true },
  )
  const pick = (round: OfficeListedSeatRound): void => go(`/hands/${round.id}`)
  const columns = useColumns(id, pick)
  return (
    <ListAndDetail
      title={t('title')}
      isDetailOpen={id !== null}
      tools={
        <SearchBox
          placeholder={t('search')}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setSkip(0)
          }}
        />
      }
      list={
        <>
          <Filters
            filter={filter}
            onFilter={(next) => {
              setFilter(next)
              setSkip(0)
            }}
          />
          <Listed read={rounds} rowsOf={(data) => data.rounds} empty={t('empty')} skip={skip} onSkip={setSkip}>
            {(rows) => <DataTable label={t('title')} columns={columns} rows={rows} picked={id} onPick={pick} />}
          </Listed>
        </>
      }
      detail={
        id === null ? <Empty text={t('pick')} /> : <SeatRoundDetail key={id} id={id} onBack={() => go('/hands')} />
      }
    />
  )
}

function Filters({ filter, onFilter }: { filter: Filter; onFilter: (next: Filter) => void }): ReactNode {
  const t = useTranslations('office.seatRound')
  return (
    <div className={style.filters}>
      <StateAndDayFields
        states={states}
        filter={filter}
        onFilter={onFilter}
        labels={{
          state: t('state'),
          allStates: t('allStates'),
          waits: t('waits'),
          day: t('day'),
          stateOf: (state) => t(`states.${state}`),
        }}
      />
    </div>
  )
}

function useColumns(
  pickedId: string | null,
  pick: (round: OfficeListedSeatRound) => void,
): TableColumn<OfficeListedSeatRound>[] {
  const t = useTranslations('office.seatRound')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const gameName = useSeatGameName()
  return [
    {
      id: 'member',
      header: t('member'),
      cell: (row) => (
        <PickCell
          name={row.member.userId}
          sub={
            <>
              {gameName(row.game)} {t('number', { number: row.number })}
            </>
          }
          isPicked={pickedId === row.id}
          onPick={() => pick(row)}
        />
      ),
    },
    { id: 'at', header: t('at'), kind: 'narrow', cell: (row) => formatMoment(row.at, timeZone) },
    {
      id: 'state',
      header: t('state'),
      cell: (row) => <RoundState state={t(`states.${row.state}`)} waits={row.proposal === null ? null : t('waits')} />,
    },
    { id: 'staked', header: t('staked'), kind: 'money', cell: (row) => formatAmount(row.staked, locale) },
    {
      id: 'returned',
      header: t('returned'),
      kind: 'money',
      cell: (row) => (row.returned === null ? '–' : formatAmount(row.returned, locale)),
    },
  ]
}
