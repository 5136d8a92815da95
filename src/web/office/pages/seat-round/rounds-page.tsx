import type { OfficeListedSeatRound } from '#contract/seat-round.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { Listed, SearchBox, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { useSeatGameName } from './game-name.ts'
import { SeatRoundDetail } from './round-detail.tsx'
import style from './seat-round.module.css'

const states = ['open', 'settled', 'void'] as const satisfies readonly OfficeListedSeatRound['state'][]
const choices = [...states, 'waits'] as const

/** `''`: all states, and of the day today where no member is named. `waits`: those whose void waits for a second operator. */
type Filter = { state: (typeof choices)[number] | ''; day: string }

/** Rounds with decisions by member, day and state; the URL contains the selected one. */
export function SeatRoundsPage({ id }: { id: string | null }): ReactNode {
  const t = useTranslations('office.seatRound')
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const [member] = useDebouncedValue(typed.trim(), 250)
  const [{ state, day }, setFilter] = useState<Filter>({ state: '', day: '' })
  const [skip, setSkip] = useState(0)
  const rounds = useOfficeRead(
    'get-seat-rounds',
    {
      skip,
      take,
      ...(member === '' ? {} : { member }),
      ...(state === 'waits' ? { waits: true } : state === '' ? {} : { state }),
      ...(day === '' ? {} : { day }),
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
            filter={{ state, day }}
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
      <NativeSelect
        size="xs"
        aria-label={t('state')}
        value={filter.state}
        onChange={(event) =>
          onFilter({ ...filter, state: choices.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: t('allStates') },
          ...states.map((value) => ({ value, label: t(`states.${value}`) })),
          { value: 'waits', label: t('waits') },
        ]}
      />
      <TextInput
        size="xs"
        type="date"
        aria-label={t('day')}
        value={filter.day}
        disabled={filter.state === 'waits'}
        onChange={(event) => onFilter({ ...filter, day: event.currentTarget.value })}
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
        <>
          <button
            type="button"
            className={classes.pick}
            aria-current={pickedId === row.id || undefined}
            onClick={() => pick(row)}
          >
            {row.member.userId}
          </button>
          <span className={classes.sub}>
            {gameName(row.game)} {t('number', { number: row.number })}
          </span>
        </>
      ),
    },
    { id: 'at', header: t('at'), kind: 'narrow', cell: (row) => formatMoment(row.at, timeZone) },
    {
      id: 'state',
      header: t('state'),
      cell: (row) => (
        <>
          {t(`states.${row.state}`)}
          {row.proposal !== null && <span className={classes.mark}>{t('waits')}</span>}
        </>
      ),
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
