import type { NoteMessages } from '../ko/note.ts'

export const messages = {
  note: {
    title: '消息',
    none: '没有收到消息。',
    unread: '未读',
    read: '已读',
    deleteAll: '全部删除',
    gone: '该消息已删除或不存在。',
  },
} as const satisfies NoteMessages
