import type { OfficeNoteMessages } from '../../ko/office/note.ts'

export const messages = {
  note: {
    title: 'Send a message',
    to: 'Member’s user ID',
    subject: 'Title',
    color: 'Title colour (optional)',
    contents: 'Contents (HTML allowed)',
    required: 'Required.',
    submit: 'Send message',
    sent: 'Message sent to {userId}.',
    none: 'There is no member with this ID.',
    hint: 'Tags and attributes that are not allowed are removed when it is stored.',
  },
} as const satisfies OfficeNoteMessages
