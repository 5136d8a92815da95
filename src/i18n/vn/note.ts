import type { NoteMessages } from '../ko/note.ts'

export const messages = {
  note: {
    title: 'Tin nhắn',
    none: 'Bạn chưa có tin nhắn.',
    unread: 'Chưa đọc',
    read: 'Đã đọc',
    deleteAll: 'Xóa tất cả',
    gone: 'Tin nhắn đã bị xóa hoặc không tìm thấy.',
  },
} as const satisfies NoteMessages
