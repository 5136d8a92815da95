import type { OfficeRequest } from '#contract/money-request.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NoteDialog } from '#web/office/kit/note-form.tsx'
import { Listed, SearchBox, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { useMayCall, useOfficeRead } from '#web/office/kit/use-office.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import classes from './queue.module.css'
import { QueueTable } from './queue-table.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { RequestDetail } from './request-detail.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { useRequestActions, type DecideKind } from './use-request-actions.ts'

const shows = ['open', 'mine', 'decided'] as const
const types = ['all', 'deposit', 'withdraw'] as const
type Show = (typeof shows)[number]
type Type = (typeof types)[number]

/** The queue of deposits and withdrawals: list and detail, with keyboard shortcuts. */
export function QueuePage(): ReactNode {
  const t = useTranslations('office')
  const mayAct = useMayCall('claim-request')
  const [show, setShow] = useState<Show>('open')
  const [type, setType] = useState<Type>('all')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [skip, setSkip] = useState(0)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const [dialog, setDialog] = useState<{ kind: DecideKind | 'note'; request: OfficeRequest } | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const list = useOfficeRead(
    'get-requests',
    { show, skip, take, ...(type === 'all' ? {} : { type }), ...(search === '' ? {} : { search }) },
    { poll: true },
  )
  const detail = useOfficeRead('get-request', { id: pickedId ?? '' }, { enabled: pickedId !== null })
  // While another request loads, the previous data stays; never act on it.
  const opened = detail.data?.status === 'success' && detail.data.request.id === pickedId ? detail.data : null
  const rows = list.data?.requests ?? []
  const actions = useRequestActions()
  const changeFilter = (change: () => void): void => {
    change()
    setSkip(0)
  }
  useQueueKeys({
    rows,
    pickedId,
    pick: setPickedId,
    request: opened?.request ?? null,
    mayAct,
    claim: actions.claim,
    decide: (kind, request) => setDialog({ kind, request }),
    showHelp: () => setHelpOpen(true),
  })
  const closeDialog = (): void => setDialog(null)
  return (
    <>
      <ListAndDetail
        title={t('queue.title')}
        isDetailOpen={pickedId !== null}
        tools={
          <div className={classes.tools}>
            <SegmentedControl
              size="xs"
              aria-label={t('queue.show')}
              value={show}
              onChange={(value) => changeFilter(() => setShow(value))}
              data={shows.map((value) => ({ value, label: t(`queue.${value}`) + countOf(value, list.data?.counts) }))}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('queue.type')}
              value={type}
              onChange={(value) => changeFilter(() => setType(value))}
              data={types.map((value) => ({
                value,
                label: value === 'all' ? t('common.all') : t(`queue.${value}`),
              }))}
            />
            <SearchBox
              placeholder={t('queue.search')}
              value={typed}
              onChange={(next) => changeFilter(() => setTyped(next))}
            />
            <Button
              size="xs"
              variant="default"
              className={classes.shortcuts ?? ''}
              onClick={() => setHelpOpen(true)}
              aria-label={t('queue.shortcuts')}
            >
              ?
            </Button>
          </div>
        }
        list={
          <Listed
            read={list}
            rowsOf={(data) => data.requests}
            empty={t(`queue.${emptyKeys[show]}`)}
            skip={skip}
            onSkip={setSkip}
          >
            {(rows) => <QueueTable rows={rows} show={show} pickedId={pickedId} onPick={setPickedId} />}
          </Listed>
        }
        detail={
          <RequestDetail
            pickedId={pickedId}
            opened={opened}
            isGone={detail.data?.status === 'none'}
            isFailed={detail.error !== null && opened === null}
            retry={() => void detail.refetch()}
            listed={rows.find((row) => row.id === pickedId) ?? null}
            actions={actions}
            decide={(kind, request) => setDialog({ kind, request })}
            onBack={() => setPickedId(null)}
          />
        }
      />
      {dialog?.kind === 'approve' ? <ApproveDialog request={dialog.request} onClose={closeDialog} /> : null}
      {dialog?.kind === 'pay' || dialog?.kind === 'approveFirst' ? (
        <PayDialog kind={dialog.kind} request={dialog.request} onClose={closeDialog} />
      ) : null}
      {dialog?.kind === 'reject' ? <RejectDialog request={dialog.request} onClose={closeDialog} /> : null}
      {dialog?.kind === 'note' ? (
        <NoteDialog userId={dialog.request.member.userId} brand={dialog.request.brand} onClose={closeDialog} />
      ) : null}
      {isHelpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </>
  )
}

const emptyKeys = { open: 'emptyOpen', mine: 'emptyMine', decided: 'emptyDecided' } as const

function countOf(show: Show, counts: { deposits: number; withdrawals: number; mine: number } | undefined): string {
  if (counts === undefined || show === 'decided') return ''
  return ` ${show === 'mine' ? counts.mine : counts.deposits + counts.withdrawals}`
}
