import type { OfficeHelp } from '#contract/help.ts'
import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatMoment } from '#web/shared/format.ts'
import { Age } from '#web/office/kit/age.tsx'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { Listed, SearchBox, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { PickCell } from '#web/office/kit/pick-cell.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { HelpDetail, useHelpSubject } from './help-detail.tsx'

const shows = ['open', 'answered'] as const

/** Inquiries of members: list | detail with the answer. */
export function HelpPage(): ReactNode {
  const t = useTranslations('office')
  const [show, setShow] = useState<(typeof shows)[number]>('open')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [skip, setSkip] = useState(0)
  const [picked, setPicked] = useState<OfficeHelp | null>(null)
  const list = useOfficeRead('get-helps', { show, skip, take, ...(search === '' ? {} : { search }) }, { poll: true })
  const rows = list.data?.helps ?? []
  const columns = useColumns(show, picked?.id ?? null, setPicked)
  return (
    <ListAndDetail
      title={t('help.title')}
      isDetailOpen={picked !== null}
      tools={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('moneyRequest.show')}
            value={show}
            onChange={(value) => {
              setShow(value)
              setSkip(0)
              setPicked(null)
            }}
            data={shows.map((value) => ({ value, label: t(`help.${value}`) }))}
          />
          <SearchBox
            placeholder={t('help.search')}
            value={typed}
            onChange={(next) => {
              setTyped(next)
              setSkip(0)
            }}
          />
        </>
      }
      list={
        <Listed
          read={list}
          rowsOf={(data) => data.helps}
          empty={t(show === 'open' ? 'help.emptyOpen' : 'help.emptyAnswered')}
          skip={skip}
          onSkip={setSkip}
        >
          {(rows) => (
            <DataTable
              label={t('help.title')}
              columns={columns}
              rows={rows}
              picked={picked?.id ?? null}
              onPick={setPicked}
            />
          )}
        </Listed>
      }
      detail={
        picked === null ? (
          <Empty text={t('help.pick')} />
        ) : (
          <HelpDetail
            key={picked.id}
            listed={rows.find((row) => row.id === picked.id) ?? picked}
            onBack={() => setPicked(null)}
          />
        )
      }
    />
  )
}

function useColumns(
  show: (typeof shows)[number],
  pickedId: string | null,
  pick: (help: OfficeHelp) => void,
): TableColumn<OfficeHelp>[] {
  const t = useTranslations('office')
  const subjectOf = useHelpSubject()
  const { timeZone } = useMe()
  return [
    show === 'open'
      ? { id: 'age', header: t('moneyRequest.age'), cell: (row) => <Age since={row.filedAt} /> }
      : {
          id: 'at',
          header: t('moneyRequest.changedAt'),
          kind: 'narrow',
          cell: (row) => formatMoment(row.lastAt, timeZone),
        },
    { id: 'kind', header: t('help.kind'), cell: (row) => t(`help.kinds.${row.kind}`) },
    {
      id: 'subject',
      kind: 'long',
      header: t('help.subject'),
      cell: (row) => (
        <PickCell
          name={subjectOf(row)}
          sub={
            <>
              {row.member.userId} · {row.member.nick}
            </>
          }
          isPicked={pickedId === row.id}
          onPick={() => pick(row)}
        />
      ),
    },
    { id: 'state', header: t('moneyRequest.state'), kind: 'narrow', cell: (row) => t(`help.states.${row.state}`) },
    {
      id: 'owner',
      header: t('moneyRequest.owner'),
      kind: 'narrow',
      cell: (row) => (show === 'open' ? row.openedBy : row.repliedBy) ?? '–',
    },
  ]
}
