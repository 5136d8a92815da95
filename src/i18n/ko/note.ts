import type { Translation } from '../catalogue.ts'

/** Messages of notes. */
export const messages = {
  note: {
    title: '쪽지',
    none: '받으신 쪽지가 없습니다.',
    unread: '읽지 않음',
    read: '읽음',
    deleteAll: '모두 삭제',
    gone: '삭제되었거나 찾을 수 없는 쪽지입니다.',
  },
} as const

export type NoteMessages = Translation<typeof messages>
