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
    round: 'お問い合わせのラウンド',
    roundGone: 'ラウンドが見つかりません。ゲーム名と時刻を本文にお書きください。',
    leaveRound: 'ラウンドを外す',
    roundTitle: '{game}について',
    aboutRound: 'ラウンド番号 {round}',
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
    usual: '直近30日間では、お問い合わせの半数に{time}以内で返信しています。',
    minutes: '{minutes, number}分',
    hours: '{hours, number}時間{minutes, number}分',
    title: 'よくあるご質問',
    measured: '直近30日間では、半数が{time}以内に処理されています。',
    deposit: {
      question: '入金にはどのくらいかかりますか？',
      answer: '口座を受け取って送金し、金額を申し込んでいただくと、担当者が確認して残高に反映します。',
      open: '入金ページ',
    },
    withdraw: {
      question: '出金にはどのくらいかかりますか？',
      answer:
        'お申し込みの金額は別に保管され、担当者が確認した後に支払われます。初回の出金と大きな金額は2人で確認します。',
      open: '出金ページ',
    },
    round: {
      question: 'ラウンドの結果を自分で確認できますか？',
      answer:
        'ゲーム履歴からラウンドをリプレイし、ご自身で検証できます。履歴からお問い合わせいただくと、ラウンドも一緒に伝わります。',
      open: '公正性の検証',
    },
    password: {
      question: 'パスワードを忘れた場合は？',
      answer: 'ログイン画面で再設定を申し込むと、ご本人を確認した後に認証コードをお渡しします。',
      open: 'パスワードの再設定',
    },
    limit: {
      question: '限度の設定や利用の休止はできますか？',
      answer: '利用限度のページですぐに設定できます。下げる限度と休止はすぐに適用されます。',
      open: '利用限度',
    },
    comp: {
      question: 'コンプとレベルはどう決まりますか？',
      answer: 'ベットごとにレベルの付与率で貯まり、レベルは運営チームが決めます。',
      open: 'コンプのページ',
    },
  },
} as const satisfies HelpMessages
