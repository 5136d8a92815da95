import type { Translation } from '../catalogue.ts'

/** Messages of notices and popups. */
export const messages = {
  notice: {
    title: '공지사항',
    none: '등록된 공지사항이 없습니다.',
    gone: '삭제되었거나 찾을 수 없는 공지사항입니다.',
    list: '목록',
  },
  noticePopup: {
    region: '공지 팝업',
    hideToday: '오늘 하루 보지 않기',
  },
  noticePopupMove: {
    move: '{title} 팝업 옮기기',
    moveHint: '끌거나 화살표 키로 옮기실 수 있습니다.',
    more: '{place, number}/{count, number}',
  },
} as const

export type NoticeMessages = Translation<typeof messages>
