import type { BaccaratMessages } from '../ko/baccarat.ts'

export const messages = {
  baccarat: {
    spot: { banker: '庄', player: '闲', tie: '和', 'player-pair': '闲对', 'banker-pair': '庄对' },
    six: '6点赢 {odds}',
    bead: { banker: '庄', player: '闲', tie: '和' },
    result: { banker: '庄赢', player: '闲赢', tie: '和局' },
    points: '{side} {points, number}点',
    sentence: '闲{player, number}点，庄{banker, number}点，{winner}。',
    legend: 'B 庄，P 闲，T 和，b 庄对，p 闲对；下三路中 R 红，B 蓝。列以 | 分隔。',
    rules: {
      goal: '两张或三张牌总和的个位数更接近9的一方获胜。A计1点，10和人头牌计0点。',
      natural: '任何一方前两张为8点或9点（天生赢家）时不再补牌。',
      playerDraws: '闲家0至5点补牌，6或7点不补。',
      bankerDraws:
        '闲家不补牌时，庄家0至5点补牌。闲家补牌时，庄家2点及以下必补；3点时闲家第三张不是8则补；4点时为2至7则补；5点时为4至7则补；6点时为6或7则补。',
      commission: '庄赢扣除5%佣金，按0.95:1派彩。',
      noCommission: '庄赢按1:1派彩，庄以6点获胜时按0.5:1派彩。',
      tie: '和局时退回庄和闲的投注。',
      pairs: '该方前两张牌点数相同即为对子。',
    },
    keys: 'B 庄，P 闲，T 和，Shift+B 庄对，Shift+P 闲对，R 路单',
  },
} as const satisfies BaccaratMessages
