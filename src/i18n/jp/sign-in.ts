import type { SignInMessages } from '../ko/sign-in.ts'

export const messages = {
  signIn: {
    title: 'ログイン',
    id: 'ID',
    password: 'パスワード',
    showPassword: 'パスワードを表示',
    submit: 'ログイン',
    noAccount: 'まだ会員でない方はこちら',
    again: 'ログインの有効期限が切れました。もう一度ログインすれば、入力中の内容はそのまま残ります。',
    throttled: 'ログインの試行回数が多すぎます。{minutes, number}分後にもう一度お試しください。',
    already: 'すでにログインしています。',
  },
  signInAnswer: {
    pending: '登録の承認をお待ちください。承認され次第ログインできます。',
    wasReset:
      '{time}に、サポートが発行したコードでパスワードが再設定されました。お心当たりがない場合は、すぐにお問い合わせください。',
  },
  signInReasons: {
    title: '会員になると',
    proof: 'すべての結果をご自身で検証できます',
    comp: 'ベットごとにコンプが貯まり、1コンプから交換できます',
    cashier: '入金と出金の処理状況をすぐに確認できます',
    limits: '利用限度と休止をいつでもご自身で設定できます',
  },
  signInIdle: {
    title: 'まもなくログアウトされる場合があります',
    text: 'しばらく操作がありませんでした。続けてご利用になる場合は、ログインを維持してください。',
    stay: 'ログインを維持',
  },
  signInSessions: {
    title: 'ログイン中の端末',
    thisDevice: 'この端末',
    lastSeen: '最終利用 {date}',
    startedAt: 'ログイン {date}',
    end: 'ログアウト',
    endOf: '{device}をログアウト',
    endConfirm: '{device}をログアウトしますか？',
    ended: 'ログアウトしました。',
    gone: 'すでにログアウト済みの端末です。',
    endOthers: 'ほかの端末をすべてログアウト',
    endOthersConfirm: 'この端末以外をすべてログアウトしますか？',
    othersEnded: 'ほかの端末をすべてログアウトしました。',
    keep: 'そのままにする',
  },
  signInEnd: {
    over: 'ログインの有効期限が切れました。もう一度ログインしてください。',
    title: 'まもなくログアウトします',
    text: 'ログインから8時間が経つため、1分以内にログアウトします。入力中の内容を先に送信してください。',
  },
} as const satisfies SignInMessages
