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
  /** Questions before the form. */
  helpFaq: {
    category: 'お問い合わせの種類',
    categories: {
      money: '入出金',
      game: 'ゲーム',
      account: 'アカウント',
      other: 'その他',
    },
    usual: '直近30日間の、回答までの時間の中央値は{time}です。',
    minutes: '{minutes, number}分',
    hours: '{hours, number}時間{minutes, number}分',
    title: 'よくあるご質問',
    measured: '直近30日間の処理時間の中央値は{time}です。',
    deposit: {
      question: '入金にはどのくらいかかりますか。',
      answer: '口座を確認して送金し、金額を申請していただくと、担当者が確認して反映します。',
      open: '入金ページ',
    },
    withdraw: {
      question: '出金にはどのくらいかかりますか。',
      answer: '申請した金額は別に保管され、担当者が確認した後に支払われます。初回の出金と大きな金額は2人で確認します。',
      open: '出金ページ',
    },
    round: {
      question: 'ラウンドの結果を確認したいです。',
      answer:
        'ゲーム履歴からラウンドを再生し、ご自身で検証できます。履歴からお問い合わせいただくと、ラウンドも一緒に伝わります。',
      open: '公正性の確認',
    },
    password: {
      question: 'パスワードを忘れました。',
      answer: 'ログイン画面で再設定を申請すると、ご本人を確認した後にコードをお渡しします。',
      open: 'パスワードの再設定',
    },
    limit: {
      question: '限度を設定したい、または休みたいです。',
      answer: '利用限度のページですぐに設定できます。下げる限度と休止はすぐに適用されます。',
      open: '利用限度',
    },
    comp: {
      question: 'コンプと等級はどう決まりますか。',
      answer: 'ベットごとに等級の積立率で貯まり、等級は運営チームが決めます。',
      open: 'コンプのページ',
    },
  },
} as const satisfies HelpMessages
