import type { NoticeMessages } from '../ko/notice.ts'

export const messages = {
  notice: {
    title: '公告',
    none: '暂无公告。',
    gone: '该公告已删除或不存在。',
    list: '列表',
  },
  noticePopup: { region: '公告弹窗', hideToday: '今日不再显示' },
  noticePopupMove: {
    move: '移动弹窗“{title}”',
    moveHint: '拖动或用方向键移动。',
    more: '{place, number}/{count, number}',
  },
} as const satisfies NoticeMessages
