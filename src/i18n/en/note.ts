import type { NoteMessages } from '../ko/note.ts'

export const messages = {
  note: {
    title: 'Messages',
    none: 'You have no messages.',
    unread: 'Unread',
    read: 'Read',
    deleteAll: 'Remove all',
    gone: 'This message was removed or cannot be found.',
  },
} as const satisfies NoteMessages
