import type { HelpMessages } from '../ko/help.ts'

export const messages = {
  help: {
    title: 'サポート',
    write: 'お問い合わせ',
    subject: '件名',
    contents: '内容',
    send: '送信する',
    keepWriting: '入力を続ける',
    tooMany: '返信待ちのお問い合わせが{open, number}件あります。返信を受け取ってから再度お問い合わせください。',
    showHidden: '削除したお問い合わせ{hidden, number}件を再表示',
    list: 'お問い合わせ一覧',
    deleteAll: 'すべて削除',
    keep: 'そのままにする',
    none: 'お問い合わせはありません。',
    reply: '返信',
    noReply: '返信を準備しています。',
    unread: '新しい返信',
    question: 'お問い合わせ内容',
    kindAccount: '入金口座のお問い合わせ',
    gone: '削除されたか、見つからないお問い合わせです。',
    round: 'お問い合わせのゲーム',
    roundGone: 'ゲーム履歴が見つかりません。ゲーム名と時刻を本文にお書きください。',
    leaveRound: 'ゲームを外す',
    roundTitle: '{game}について',
    aboutRound: 'ゲーム番号 {round}',
  },
} as const satisfies HelpMessages
