import type { OfficeNoteMessages } from '../../ko/office/note.ts'

export const messages = {
  note: {
    title: 'Send a message',
    to: 'Member’s user ID',
    subject: 'Subject',
    color: 'Subject colour (optional)',
    contents: 'Contents (HTML allowed)',
    required: 'Required.',
    submit: 'Send message',
    sent: 'Message sent to {userId}.',
    none: 'There is no member with this ID.',
    complex: {
      long: 'The contents can have at most 50,000 characters.',
      tags: 'There are too many tags or special characters. Divide the contents into several texts.',
      deep: 'The tags are nested too deep: 30 levels at most.',
    },
    hint: 'Tags and attributes that are not allowed are removed when it is stored.',
  },
} as const satisfies OfficeNoteMessages
