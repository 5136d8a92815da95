import type { Note } from '#contract/note.ts'
import { formatDate } from '#web/shared/format.ts'
import { titleColor } from '#web/shared/title-color.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Accordion, AccordionLine, Mark, SafeHtml, UserText } from '#web/member/kit/accordion.tsx'
import { DeleteAll } from '#web/member/kit/delete-all.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { usePage } from '#web/member/page-data.ts'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import { useUser } from '#web/member/session/session.ts'
import { useDeleteNotes } from './use-delete-notes.ts'
import { useNotes } from './use-notes.ts'
import { useReadNote } from './use-read-note.ts'

/** Messages from the operators. */
export function Page(): ReactNode {
  const t = useTranslations('note')
  const [skip, setSkip] = useState(0)
  const [openId, setOpenId] = useState('')
  const query = useNotes(skip, useUser()?.noteCount)
  const deleting = useDeleteNotes()
  return (
    <PageFrame title={t('title')}>
      <Card
        title={t('title')}
        wide
        action={(query.data?.note.length ?? 0) > 0 && <DeleteAll label={t('deleteAll')} deleting={deleting} />}
      >
        <PagedList
          query={query}
          rowsOf={(data) => data.note}
          awaited={{ rows: 6, height: 46 }}
          picture="notes"
          none={t('none')}
          skip={skip}
          onSkip={setSkip}
        >
          {(notes) => (
            <Accordion>
              {notes.map((note) => (
                <NoteLine
                  key={note.id}
                  note={note}
                  open={note.id === openId}
                  onToggle={() => setOpenId(note.id === openId ? '' : note.id)}
                />
              ))}
            </Accordion>
          )}
        </PagedList>
      </Card>
    </PageFrame>
  )
}

function NoteLine({ note, open, onToggle }: { note: Note; open: boolean; onToggle: () => void }): ReactNode {
  const t = useTranslations('note')
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
          <UserText color={titleColor(note.titleColor)}>{note.title}</UserText>
          {unread && <Mark>{t('unread')}</Mark>}
        </>
      }
      meta={formatDate(note.regDate, brand.timeZone)}
    >
      <SafeHtml html={note.contents} />
    </AccordionLine>
  )
}
