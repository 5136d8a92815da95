import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from '#web/office/kit/forms.module.css'
import { NoteForm } from '#web/office/kit/note-form.tsx'
import { Sheet } from '#web/office/kit/panel.tsx'

/** Notes to members, one at a time; the form is reset after sending. */
export function NotesPage(): ReactNode {
  const t = useTranslations('office.note')
  const [sent, setSent] = useState(0)
  return (
    <Sheet title={t('title')}>
      <div className={classes.padded}>
        <NoteForm key={sent} onSent={() => setSent((count) => count + 1)} />
      </div>
    </Sheet>
  )
}
