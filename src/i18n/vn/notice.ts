import type { NoticeMessages } from '../ko/notice.ts'

export const messages = {
  notice: {
    title: 'Thông báo',
    none: 'Chưa có thông báo.',
    gone: 'Thông báo đã bị xóa hoặc không tìm thấy.',
    list: 'Danh sách',
  },
  noticePopup: { region: 'Thông báo nổi', hideToday: 'Không hiện lại hôm nay' },
  noticePopupMove: {
    move: 'Di chuyển thông báo “{title}”',
    moveHint: 'Kéo hoặc dùng các phím mũi tên để di chuyển.',
    more: '{place, number}/{count, number}',
  },
} as const satisfies NoticeMessages
