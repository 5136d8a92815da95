import type { Note } from '#contract/shapes.ts'
import { ask } from '#web/shared/ask.tsx'
import { Button } from '#web/shared/button.tsx'
import { formatDate } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Accordion, AccordionLine, Mark, SafeHtml } from '../accordion.tsx'
import { EmptyList } from '../empty-list.tsx'
import { Card, PageFrame } from '../page-frame.tsx'
import { usePage } from '../page-data.ts'
import { Pager } from '../pager.tsx'
import { useUser } from '../session.ts'
import { useDeleteNotes } from './use-delete-notes.ts'
import { useNotes } from './use-notes.ts'
import { useReadNote } from './use-read-note.ts'

/** Messages from the house. */
export function Page(): ReactNode {
  const words = useTranslations('account.note')
  const [skip, setSkip] = useState(0)
  const [openId, setOpenId] = useState('')
  const { data, error, refetch } = useNotes(skip, useUser()?.noteCount)
  return (
    <PageFrame title={words('title')}>
      <Card title={words('title')} wide action={(data?.note.length ?? 0) > 0 && <DeleteAll />}>
        {data === undefined &&
          (error === null ? <Skeleton rows={6} height={46} /> : <Failure error={error} retry={() => void refetch()} />)}
        {data?.note.length === 0 && <EmptyList of="notes">{words('none')}</EmptyList>}
        {data !== undefined && data.note.length > 0 && (
          <Accordion>
            {data.note.map((note) => (
              <NoteLine
                key={note.id}
                note={note}
                open={note.id === openId}
                onToggle={() => setOpenId(note.id === openId ? '' : note.id)}
              />
            ))}
          </Accordion>
        )}
        {data !== undefined && <Pager skip={skip} maxCount={data.maxCount} onSkip={setSkip} />}
      </Card>
    </PageFrame>
  )
}

function NoteLine({ note, open, onToggle }: { note: Note; open: boolean; onToggle: () => void }): ReactNode {
  const words = useTranslations('account.note')
  const { brand } = usePage().site
  const { mutate: markRead } = useReadNote()
  const unread = note.readDate === null
  useEffect(() => {
    if (open && unread) markRead(note.id)
  }, [open, unread, note.id, markRead])
  return (
    <AccordionLine
      open={open}
      onToggle={onToggle}
      title={
        <>
          <span style={note.titleColor === '' ? undefined : { color: note.titleColor }}>{note.title}</span>
          {unread && <Mark>{words('unread')}</Mark>}
        </>
      }
      meta={formatDate(note.regDate, brand.timeZone)}
    >
      <SafeHtml html={note.contents} />
    </AccordionLine>
  )
}

function DeleteAll(): ReactNode {
  const words = useTranslations('account.note')
  const help = useTranslations('account.help')
  const messages = useTranslations('messages')
  const deleting = useDeleteNotes()
  const press = async () => {
    const question = { title: messages('msg2221'), act: words('deleteAll'), stay: help('keep') }
    if (!(await ask({ ...question, look: 'danger' }))) return
    const gone = await deleting.mutateAsync().then(
      (answer) => answer.status === 'success',
      () => false,
    )
    toast(messages(gone ? 'msg2053' : 'msg2054'), gone ? 'success' : 'danger')
  }
  return (
    <Button look="quiet" busy={deleting.isPending} onClick={() => void press()}>
      {words('deleteAll')}
    </Button>
  )
}
