import type { FoundRound } from '#contract/history.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation } from 'wouter'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import classes from '#web/office/kit/forms.module.css'
import { SearchBox } from '#web/office/kit/listed.tsx'
import { DetailHead, ListAndDetail } from '#web/office/kit/panel.tsx'
import { RoundFacts } from '#web/office/kit/round-facts.tsx'
import { roundPath } from '#web/office/kit/round-path.ts'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'

/** Any round by its id, or by its number behind the name of its table or member. The URL contains the round that is shown. */
export function FindPage({ id }: { id: string | null }): ReactNode {
  const t = useTranslations('office.history')
  const [, go] = useLocation()
  const [typed, setTyped] = useState(id ?? '')
  const [text] = useDebouncedValue(typed.trim(), 250)
  const back = (): void => go('/rounds')
  return (
    <ListAndDetail
      title={t('find')}
      isDetailOpen={id !== null}
      tools={<SearchBox isWide placeholder={t('search')} value={typed} onChange={setTyped} />}
      list={text === '' ? <Empty text={t('searchHint')} /> : <Found text={text} picked={id} />}
      detail={id === null ? <Empty text={t('pick')} /> : <Detail key={id} id={id} onBack={back} />}
    />
  )
}

function Found({ text, picked }: { text: string; picked: string | null }): ReactNode {
  const t = useTranslations('office')
  const [, go] = useLocation()
  const { data, error, refetch } = useOfficeRead('get-found-rounds', { text })
  const pick = ({ kind, id }: FoundRound): void => go(foundPath(kind, id))
  const columns = useColumns(picked, pick)
  if (data === undefined) {
    return error === null ? <LoadingRows rows={3} /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  }
  if (data.rounds.length === 0) return <Empty text={`${t('history.none')} ${t('history.searchHint')}`} />
  return <DataTable label={t('history.find')} columns={columns} rows={data.rounds} picked={picked} onPick={pick} />
}

/** The page that shows a round of a kind whole. */
function foundPath(kind: FoundRound['kind'], id: string): string {
  return kind === 'slot' ? `/rounds/${id}` : roundPath(kind, id)
}

/** A round of a slot; those of the other kinds have pages of their own. */
function Detail({ id, onBack }: { id: string; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const name = useGameName()
  const { data, error, refetch } = useOfficeRead('get-found-rounds', { text: id })
  if (data === undefined) {
    return error === null ? <LoadingRows /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  }
  const [found] = data.rounds
  if (found !== undefined && found.kind !== 'slot') return <Redirect to={roundPath(found.kind, id)} replace />
  return (
    <>
      <DetailHead title={t('history.title')} onBack={onBack} />
      {found === undefined ? <Empty text={t('history.none')} /> : <RoundFacts roundId={id} game={name(found)} />}
    </>
  )
}

function useGameName(): (round: FoundRound) => string {
  const locale = useLocaleCode()
  return ({ names }) => names[locale === 'ko' ? 'ko' : 'en']
}

function useColumns(pickedId: string | null, pick: (round: FoundRound) => void): TableColumn<FoundRound>[] {
  const t = useTranslations('office.history')
  const name = useGameName()
  const { timeZone } = useMe()
  return [
    {
      id: 'round',
      header: t('title'),
      cell: (row) => (
        <>
          <button
            type="button"
            className={classes.pick}
            aria-current={pickedId === row.id || undefined}
            onClick={() => pick(row)}
          >
            {t('number', { number: row.number })}
          </button>
          <span className={classes.sub}>{name(row)}</span>
        </>
      ),
    },
    { id: 'kind', header: t('kind'), cell: (row) => t(`kinds.${row.kind}`) },
    { id: 'member', header: t('member'), cell: (row) => row.member?.userId ?? '–' },
    { id: 'at', header: t('at'), kind: 'narrow', cell: (row) => formatMoment(row.at, timeZone) },
  ]
}
