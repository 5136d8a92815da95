import type { NoticeMessages } from '../ko/notice.ts'

export const messages = {
  notice: {
    title: 'お知らせ',
    none: 'お知らせはありません。',
    gone: '削除されたか、見つからないお知らせです。',
    list: '一覧',
  },
  noticePopup: { region: 'お知らせのポップアップ', hideToday: '今日は表示しない' },
  noticePopupMove: {
    move: 'ポップアップ「{title}」を移動',
    moveHint: 'ドラッグまたは矢印キーで移動できます。',
    more: '{place, number}/{count, number}',
  },
} as const satisfies NoticeMessages
