import type { NoticeMessages } from '../ko/notice.ts'

export const messages = {
  notice: {
    title: 'Notices',
    none: 'There are no notices.',
    gone: 'This notice was removed or cannot be found.',
    list: 'List',
  },
  noticePopup: { region: 'Announcements', hideToday: 'Do not show again today' },
  noticePopupMove: {
    move: 'Move the popup “{title}”',
    moveHint: 'Drag it, or use the arrow keys.',
    more: '{place, number}/{count, number}',
  },
} as const satisfies NoticeMessages
