import type { OfficeAuditAct } from '#contract/audit.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import forms from '#web/office/kit/forms.module.css'
import { take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { AuditDetail } from './audit-detail.tsx'
import { AuditFilters, noFilter, type AuditFilter } from './audit-filters.tsx'
import { useActLabel, useActorLabel } from './audit-labels.ts'
import classes from './audit.module.css'

type Row = OfficeAuditAct & { id: string }

/** The audit: who did what, newest first, with filters and the details of an act. */
export function AuditPage(): ReactNode {
  const t = useTranslations('office.audit')
  const [filter, setFilter] = useState<AuditFilter>(noFilter)
  /** The beginnings of the pages up to this one; empty on the first. */
  const [pages, setPages] = useState<readonly string[]>([])
  const [picked, setPicked] = useState<Row | null>(null)
  const [asked] = useDebouncedValue(filter, 250)
  const before = pages.at(-1)
  const read = useOfficeRead('get-audit', {
    ...Object.fromEntries(
      Object.entries(asked).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
    ),
    ...(before === undefined ? {} : { before }),
    take,
  })
  const show = (next: readonly string[]): void => {
    setPages(next)
    setPicked(null)
  }
  return (
    <ListAndDetail
      title={t('title')}
      isDetailOpen={picked !== null}
      tools={
        <AuditFilters
          filter={filter}
          onFilter={(next) => {
            setFilter(next)
            show([])
          }}
        />
      }
      list={
        <Acts
          read={read}
          isFiltered={Object.values(asked).some((value) => value.trim() !== '')}
          pages={pages}
          onPages={show}
          picked={picked}
          onPick={setPicked}
        />
      }
      detail={
        picked === null ? (
          <Empty text={t('pick')} />
        ) : (
          <AuditDetail key={picked.id} act={picked} onBack={() => setPicked(null)} />
        )
      }
    />
  )
}

/** One page of acts, with its states. */
function Acts(props: {
  read: ReturnType<typeof useOfficeRead<'get-audit'>>
  isFiltered: boolean
  pages: readonly string[]
  onPages: (pages: readonly string[]) => void
  picked: Row | null
  onPick: (act: Row) => void
}): ReactNode {
  const t = useTranslations('office')
  const columns = useColumns(props.picked?.id ?? null, props.onPick)
  const { pages, onPages } = props
  const { data, error, refetch } = props.read
  if (data === undefined)
    return error === null ? <LoadingRows /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  if (data.status !== 'success') return <Problem text={t('errors.load')} retry={() => void refetch()} />
  const { acts, next } = data
  if (acts.length === 0) return <Empty text={t(props.isFiltered ? 'audit.empty' : 'audit.emptyAll')} />
  return (
    <>
      <DataTable
        label={t('audit.title')}
        columns={columns}
        rows={acts.map((act) => ({ ...act, id: act.number }))}
        picked={props.picked?.id ?? null}
        onPick={props.onPick}
      />
      {next === null && pages.length === 0 ? null : (
        <nav className={classes.pages} aria-label={t('audit.pages')}>
          <Button size="xs" variant="default" disabled={pages.length === 0} onClick={() => onPages(pages.slice(0, -1))}>
            {t('common.previous')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={next === null}
            onClick={() => {
              if (next !== null) onPages([...pages, next])
            }}
          >
            {t('common.next')}
          </Button>
        </nav>
      )}
    </>
  )
}

function useColumns(pickedId: string | null, pick: (act: Row) => void): TableColumn<Row>[] {
  const t = useTranslations('office.audit')
  const actLabel = useActLabel()
  const actorLabel = useActorLabel()
  const { timeZone } = useMe()
  return [
    {
      id: 'act',
      header: t('act'),
      cell: (row) => (
        <>
          <button
            type="button"
            className={forms.pick}
            aria-current={pickedId === row.id || undefined}
            onClick={() => pick(row)}
          >
            {actLabel(row.act)}
          </button>
          <span className={forms.sub}>{formatMoment(row.at, timeZone)}</span>
        </>
      ),
    },
    { id: 'who', header: t('who'), cell: (row) => actorLabel(row.actor) },
    {
      id: 'subject',
      header: t('subject'),
      cell: (row) => row.subject.name ?? shortened(row.subject.text),
    },
    { id: 'brand', header: t('brand'), kind: 'narrow', cell: (row) => row.brand ?? '–' },
  ]
}

/** Ids without a name are long and alike; the detail shows them whole. */
function shortened(text: string): string {
  if (text === '') return '–'
  return text.length > 24 ? `${text.slice(0, 8)}…` : text
}
