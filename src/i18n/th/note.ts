import type { NoteMessages } from '../ko/note.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  note: {
    title: 'ข้อความ',
    none: 'ไม่มีข้อความ',
    unread: 'ยังไม่อ่าน',
    read: 'อ่านแล้ว',
    deleteAll: 'ลบทั้งหมด',
    gone: 'ข้อความถูกลบหรือไม่พบ',
  },
} as const satisfies NoteMessages
