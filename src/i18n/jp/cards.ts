import type { CardsMessages } from '../ko/cards.ts'

export const messages = {
  cards: {
    dealt: 'カードオープン',
    shown: '{side} {card}',
    card: {
      text: '{suit}の{rank}',
      clubs: 'クラブ',
      diamonds: 'ダイヤ',
      hearts: 'ハート',
      spades: 'スペード',
      ace: 'エース',
      jack: 'ジャック',
      queen: 'クイーン',
      king: 'キング',
    },
    roads: {
      title: '罫線',
      'bead-plate': '珠盤路',
      'big-road': '大路',
      'big-eye-boy': '大眼仔路',
      'small-road': '小路',
      'cockroach-pig': '甲由路',
      text: '文字で表示',
      empty: 'まだ結果がありません。',
      next: '次の印の計算を表示',
      nextNote: '次の結果ごとに付く印を計算したもので、予想ではありません。',
      ifWinner: '次が{winner}なら',
      red: '赤',
      blue: '青',
      noMark: '印なし',
      count: '{winner} {count, number}回',
      show: '罫線を開く',
    },
    shoe: '8デックのシューを使い、残り52枚で新しいシューに替わります。',
    void: 'ベット中に中断されたラウンドは無効となり、ベットはすべて返還されます。カードを配り始めたラウンドは、同じカードで最後まで進みます。',
  },
} as const satisfies CardsMessages
