import type { LiveMessages } from '../ko/live.ts'

export const messages = {
  live: {
    maintenance: 'メンテナンス中です。',
    maintenanceUntil: '{time}まで新しいゲームを開けません。進行中のゲームは最後まで進みます。',
    maintenanceOpen: 'しばらくの間、新しいゲームを開けません。進行中のゲームは最後まで進みます。',
    sessionOver: 'ログインが終了しました。もう一度ログインしてください。',
    endsTitle: 'まもなくログアウトします',
    endsText: 'ログインから8時間が経つため、1分以内にログアウトします。入力中の内容を先に送信してください。',
    stopJackpots: 'ジャックポットの数字を止める',
    rollJackpots: 'ジャックポットの数字を動かす',
  },
} satisfies LiveMessages
