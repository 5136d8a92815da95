import type { TransferMessages } from '../ko/transfer.ts'

export const messages = {
  transfer: {
    title: 'ゲームマネー',
    text: 'ほかのプロバイダーのゲームに移した金額です。残高と合わせて表示されます。出金の前に戻してください。',
    back: 'すべて戻す',
    backOf: '{name}からすべて戻す',
    in: '移す',
    inOf: '{name}へ移す',
    inTitle: '{name}へ移す',
    amount: '移す金額',
    underwayIn: '{amount}を移しています。結果を確認中です。',
    underwayOut: '金額を戻しています。結果を確認中です。',
    closed: '現在は新たに移せません。残っている金額は戻せます。',
    held: 'プロバイダーと金額を確認しています。確認が終わるまで、移すことも戻すこともできません。金額はそのまま残っています。',
    broughtBack: '{amount}を戻しました。',
    movedIn: '{amount}を移しました。',
    short: '残高が不足しています。',
    nothing: '戻せる金額がありません。',
    fail: '移せませんでした。金額はそのままです。しばらくしてからもう一度お試しください。',
    unknown: '結果を確認しています。その間、金額はゲームマネーに表示されます。',
    required: '金額を入力してください。',
  },
} as const satisfies TransferMessages
