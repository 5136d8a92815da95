import type { OfficeNotice, OfficePopup } from '#contract/notice.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import classes from '#web/office/kit/forms.module.css'
import { Pager } from '#web/office/kit/pager.tsx'
import { Sheet } from '#web/office/kit/panel.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import {
  showFailure,
  showSuccess,
  useMayCall,
  useMe,
  useOfficeAction,
  useOfficeRead,
} from '#web/office/kit/use-office.ts'
import { PublishDialog } from './publish-dialog.tsx'

const kinds = ['notices', 'popups'] as const
type Kind = (typeof kinds)[number]
const take = 20

/** Notices and popups of the sites, including hidden ones. */
export function NoticesPage(): ReactNode {
  const t = useTranslations('office.notice')
  const [kind, setKind] = useState<Kind>('notices')
  const [isWriting, setWriting] = useState(false)
  const mayWrite = useMayCall(kind === 'notices' ? 'create-notice' : 'create-popup')
  return (
    <Sheet
      title={t(kind)}
      tools={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('state')}
            value={kind}
            onChange={setKind}
            data={kinds.map((value) => ({ value, label: t(value) }))}
          />
          {mayWrite ? (
            <Button size="xs" onClick={() => setWriting(true)}>
              {kind === 'notices' ? t('newNotice') : t('newPopup')}
            </Button>
          ) : null}
        </>
      }
    >
      {kind === 'notices' ? <Notices /> : <Popups />}
      {isWriting ? <PublishDialog kind={kind} onClose={() => setWriting(false)} /> : null}
    </Sheet>
  )
}

function Notices(): ReactNode {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  const [skip, setSkip] = useState(0)
  const list = useOfficeRead('get-notices', { skip, take })
  return (
    <NoticeList
      label={t('notice.notices')}
      empty={t('notice.emptyNotices')}
      rows={list.data?.notices}
      total={list.data?.maxCount ?? 0}
      isFailed={list.error !== null}
      retry={() => void list.refetch()}
      skip={skip}
      onSkip={setSkip}
      hide="hide-notice"
      when={(row) => formatMoment(row.publishedAt, timeZone)}
    />
  )
}

function Popups(): ReactNode {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  const [skip, setSkip] = useState(0)
  const list = useOfficeRead('get-popups', { skip, take })
  return (
    <NoticeList
      label={t('notice.popups')}
      empty={t('notice.emptyPopups')}
      rows={list.data?.popups}
      total={list.data?.maxCount ?? 0}
      isFailed={list.error !== null}
      retry={() => void list.refetch()}
      skip={skip}
      onSkip={setSkip}
      hide="hide-popup"
      when={(row) => formatMoment(row.shownFrom, timeZone)}
    />
  )
}

function NoticeList<Row extends OfficeNotice | OfficePopup>(props: {
  label: string
  empty: string
  rows: readonly Row[] | undefined
  total: number
  isFailed: boolean
  retry: () => void
  skip: number
  onSkip: (skip: number) => void
  hide: 'hide-notice' | 'hide-popup'
  when: (row: Row) => string
}): ReactNode {
  const t = useTranslations('office')
  const mayWrite = useMayCall(props.hide)
  if (props.rows === undefined) {
    return props.isFailed ? <Problem text={t('errors.load')} retry={props.retry} /> : <LoadingRows />
  }
  if (props.rows.length === 0) return <Empty text={props.empty} />
  const columns: TableColumn<Row>[] = [
    { id: 'at', header: t('notice.publishedAt'), kind: 'narrow', cell: props.when },
    { id: 'title', header: t('notice.subject'), kind: 'long', cell: (row) => <strong>{row.title}</strong> },
    {
      id: 'domain',
      header: t('notice.domains'),
      kind: 'narrow',
      cell: (row) => row.domain || t('notice.allDomains'),
    },
    {
      id: 'state',
      header: t('notice.state'),
      kind: 'short',
      cell: (row) => (row.hidden ? t('notice.hidden') : t('notice.shown')),
    },
  ]
  if (mayWrite) {
    columns.push({
      id: 'actions',
      header: t('notice.actions'),
      kind: 'short',
      cell: (row) => (row.hidden ? null : <HideButton call={props.hide} id={row.id} title={row.title} />),
    })
  }
  return (
    <>
      <DataTable label={props.label} columns={columns} rows={props.rows} />
      <Pager skip={props.skip} take={take} total={props.total} onSkip={props.onSkip} />
    </>
  )
}

function HideButton(props: { call: 'hide-notice' | 'hide-popup'; id: string; title: string }): ReactNode {
  const t = useTranslations('office.notice')
  const action = useOfficeAction(props.call, (answer) => {
    if (answer.status === 'success') showSuccess(t('hiddenToast'))
    else showFailure(t('none'))
  })
  return (
    <span className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        loading={action.isPending}
        aria-label={t('hideFor', { title: props.title })}
        onClick={() => action.mutate({ id: props.id })}
      >
        {t('hide')}
      </Button>
    </span>
  )
}
