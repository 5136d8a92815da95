import type { DragonTigerMessages } from '../ko/dragon-tiger.ts'

export const messages = {
  dragonTiger: {
    spot: { dragon: '龙', tiger: '虎', tie: '和', 'suited-tie': '同花和' },
    bead: { dragon: '龙', tiger: '虎', tie: '和' },
    result: { dragon: '龙赢', tiger: '虎赢', tie: '和局', suited: '同花和' },
    sentence: '龙{dragon}，虎{tiger}，{winner}。',
    legend: 'D 龙，T 虎，= 和，s 同花和；下三路中 R 红，B 蓝。列以 | 分隔。',
    rules: {
      goal: '龙和虎各发一张牌，点数大的一方获胜。A最小，K最大。',
      tie: '两张牌点数相同为和局。和按11:1派彩，龙和虎的投注退回一半。',
      suited: '两张牌点数和花色都相同为同花和，按50:1派彩，和的投注同时中奖。',
    },
    keys: 'Q 龙，E 虎，T 和，Shift+T 同花和，R 路单',
  },
} as const satisfies DragonTigerMessages
