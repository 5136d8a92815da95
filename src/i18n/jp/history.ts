import type { HistoryMessages } from '../ko/history.ts'

export const messages = {
  history: {
    title: 'ゲーム履歴',
    empty: 'ゲーム履歴はありません。',
    stake: 'ベット',
    win: '払い戻し',
    open: '進行中',
    completed: '完了',
    cancelled: '取消',
    refunded: '返金',
    company: 'プロバイダー',
    all: 'すべて',
    from: '開始日',
    to: '終了日',
    replay: 'リプレイ',
    replayOf: '{game} {date} リプレイ',
    verify: '検証',
    verifyOf: '{game} {date} を検証',
    inquiry: '問い合わせ',
    inquiryOf: '{game} {date} 問い合わせ',
    none: '条件に合うゲーム履歴はありません。',
    unseen: '未確認',
    actions: '操作',
  },
} as const satisfies HistoryMessages
