import type { OfficeRequest } from '#contract/money-request.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NoteDialog } from '#web/office/kit/note-form.tsx'
import { Listed, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { useMayCall, useOfficeRead } from '#web/office/kit/use-office.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { QueueTable } from './queue-table.tsx'
import { QueueTools, type QueueFilter } from './queue-tools.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { RequestDetail, type Opened } from './request-detail.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { useRequestActions, type DecideKind } from './use-request-actions.ts'

type Dialog = { kind: DecideKind | 'note'; request: OfficeRequest }

/** The queue of deposits and withdrawals: list and detail, with keyboard shortcuts. */
export function QueuePage(): ReactNode {
  const t = useTranslations('office')
  const mayAct = useMayCall('claim-request')
  const [filter, setFilter] = useState<QueueFilter>({ show: 'open', type: 'all', typed: '' })
  const { show, type } = filter
  const [search] = useDebouncedValue(filter.typed.trim(), 250)
  const [skip, setSkip] = useState(0)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
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
  const changeFilter = (next: QueueFilter): void => {
    setFilter(next)
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
  return (
    <>
      <ListAndDetail
        title={t('moneyRequest.title')}
        isDetailOpen={pickedId !== null}
        tools={
          <QueueTools
            filter={filter}
            onFilter={changeFilter}
            counts={list.data?.counts}
            onHelp={() => setHelpOpen(true)}
          />
        }
        list={
          <Listed
            read={list}
            rowsOf={(data) => data.requests}
            empty={t(`moneyRequest.${emptyKeys[show]}`)}
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
      {dialog === null ? null : <OpenedDialog {...dialog} opened={opened} onClose={() => setDialog(null)} />}
      {isHelpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </>
  )
}

const emptyKeys = { open: 'emptyOpen', mine: 'emptyMine', decided: 'emptyDecided' } as const

function OpenedDialog(props: Dialog & { opened: Opened | null; onClose: () => void }): ReactNode {
  const { kind, request, opened, onClose } = props
  const history = opened?.request.id === request.id ? opened.history : []
  if (kind === 'approve' || (kind === 'approveFirst' && request.type === 'deposit'))
    return <ApproveDialog {...{ request, history, onClose }} />
  if (kind === 'reject') return <RejectDialog request={request} onClose={onClose} />
  if (kind === 'note') return <NoteDialog userId={request.member.userId} brand={request.brand} onClose={onClose} />
  return <PayDialog {...{ kind, request, history, onClose }} />
}
