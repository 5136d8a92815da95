import type { LaunchMessages } from '../ko/launch.ts'

export const messages = {
  launch: {
    title: 'ゲームを開く',
    blockedPopup: 'ブラウザが新しいウィンドウをブロックしました。下のボタンを押すとゲームが開きます。',
    openHere: 'ゲームを開く',
    blocked: 'ご利用が制限されているため、ゲームを開けません。',
    excluded: '休止中や自己制限の期間中は、ゲームをご利用いただけません。',
    limit: 'ご自身で設定した限度に達しました。',
    soon: '公開され次第、こちらからすぐにプレイいただけます。',
    watchHint: 'ログインしなくても、記録されたラウンドをご覧いただけます。',
    watch: 'ラウンドを見る',
    closed:
      '結果の検査を通らないラウンドがあったため、このゲームは停止されました。ほかのゲームは通常どおりご利用いただけます。',
  },
} as const satisfies LaunchMessages
