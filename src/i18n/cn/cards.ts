import type { CardsMessages } from '../ko/cards.ts'

export const messages = {
  cards: {
    dealt: '开牌',
    shown: '{side}：{card}',
    card: {
      text: '{suit}{rank}',
      clubs: '梅花',
      diamonds: '方块',
      hearts: '红桃',
      spades: '黑桃',
      ace: 'A',
      jack: 'J',
      queen: 'Q',
      king: 'K',
    },
    roads: {
      title: '路单',
      'bead-plate': '珠盘路',
      'big-road': '大路',
      'big-eye-boy': '大眼仔',
      'small-road': '小路',
      'cockroach-pig': '曱甴路',
      text: '文字显示',
      empty: '还没有结果。',
      next: '显示问路计算',
      nextNote: '这里只计算下一局结果会加上的标记，并非预测。',
      ifWinner: '若下一局为{winner}',
      red: '红',
      blue: '蓝',
      noMark: '无标记',
      count: '{winner} {count, number}',
      show: '打开路单',
    },
    shoe: '使用八副牌的牌靴，剩余52张时更换新靴。',
    void: '下注期间中断的对局作废，投注全部退回；已开始发牌的对局会以同样的牌完成。',
  },
} as const satisfies CardsMessages
