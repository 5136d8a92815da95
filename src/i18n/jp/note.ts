import type { NoteMessages } from '../ko/note.ts'

export const messages = {
  note: {
    title: 'メッセージ',
    none: '受け取ったメッセージはありません。',
    unread: '未読',
    read: '既読',
    deleteAll: 'すべて削除',
    gone: '削除されたか、見つからないメッセージです。',
  },
} as const satisfies NoteMessages
