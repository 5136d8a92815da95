import type { BaccaratMessages } from '../ko/baccarat.ts'

export const messages = {
  baccarat: {
    spot: {
      banker: 'バンカー',
      player: 'プレイヤー',
      tie: 'タイ',
      'player-pair': 'プレイヤー\u200bペア',
      'banker-pair': 'バンカー\u200bペア',
    },
    six: '6で勝利 {odds}',
    bead: { banker: 'B', player: 'P', tie: 'T' },
    result: { banker: 'バンカー勝利', player: 'プレイヤー勝利', tie: 'タイ' },
    points: '{side} {points, number}点',
    sentence: 'プレイヤー{player, number}点、バンカー{banker, number}点、{winner}。',
    legend:
      'B バンカー、P プレイヤー、T タイ、b バンカーペア、p プレイヤーペア。三路では R 赤、B 青。列は | で区切ります。',
    rules: {
      goal: '2枚または3枚の合計の下一桁が9に近い側の勝ちです。エースは1、10と絵札は0と数えます。',
      natural: '最初の2枚が8か9（ナチュラル）なら、カードを追加しません。',
      playerDraws: 'プレイヤーは0〜5なら3枚目を引き、6〜7なら引きません。',
      bankerDraws:
        'プレイヤーが引かないとき、バンカーは0〜5で引きます。プレイヤーが引いたとき、バンカーは2以下なら必ず、3ならプレイヤーの3枚目が8以外、4なら2〜7、5なら4〜7、6なら6〜7のときに引きます。',
      commission: 'バンカーの的中は5%のコミッションを引いた0.95:1で払い戻します。',
      noCommission: 'バンカーの的中は1:1、バンカーが6で勝ったときは0.5:1で払い戻します。',
      tie: 'タイのとき、バンカーとプレイヤーへのベットは返還されます。',
      pairs: 'ペアは、その側の最初の2枚が同じ数字なら的中です。',
    },
    keys: 'B バンカー、P プレイヤー、T タイ、Shift+B バンカーペア、Shift+P プレイヤーペア、R 罫線',
  },
} as const satisfies BaccaratMessages
