import type { NoticeMessages } from '../ko/notice.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  notice: { title: 'ประกาศ', none: 'ไม่มีประกาศ', gone: 'ประกาศถูกลบหรือไม่พบ', list: 'รายการ' },
  noticePopup: { region: 'ประกาศป๊อปอัป', hideToday: 'ไม่แสดงอีกในวันนี้' },
  noticePopupMove: {
    move: 'ย้ายป๊อปอัป “{title}”',
    moveHint: 'ลาก หรือใช้ปุ่มลูกศรเพื่อย้าย',
    more: '{place, number}/{count, number}',
  },
} as const satisfies NoticeMessages
