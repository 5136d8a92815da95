import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { english, eventually, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { PublishDialog } from '../pages/notice/publish-dialog.tsx'
import { NoteForm } from './note-form.tsx'

const { note, notice } = english.office
const server = useFakeServer()

test.each([
  {
    name: 'a note',
    call: 'send-note',
    open: () => renderForOperator(<NoteForm userId="haneul" brand="nocturne" onSent={vi.fn<() => void>()} />),
    subject: note.subject,
    contents: note.contents,
    button: note.submit,
  },
  {
    name: 'a notice',
    call: 'create-notice',
    open: () => renderForOperator(<PublishDialog kind="notices" onClose={vi.fn<() => void>()} />),
    subject: notice.subject,
    contents: notice.contents,
    button: notice.publish,
  },
])('$name shows which bound its HTML exceeds until it is changed', async (form) => {
  server.reply(form.call, { status: 'complex', why: 'deep' })
  form.open()
  type(form.subject, 'title')
  type(form.contents, '<b>'.repeat(31))
  press(form.button)
  const field = await screen.findByLabelText<HTMLTextAreaElement>(form.contents)
  await eventually(() => expect(screen.queryByText(note.complex.deep)).not.toBeNull())
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(server.sent(form.call)).toHaveLength(1)
  type(form.contents, 'plain')
  expect(screen.queryByText(note.complex.deep)).toBeNull()
})
