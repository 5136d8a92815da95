import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    mega: '巨型奖池',
    major: '大型奖池',
    minor: '小型奖池',
    hit: '{jackpot}已派出{amount}',
    paid: '已派出{amount}',
    included: '含{jackpot} {amount}',
    closed: '已关闭',
    stop: '停止奖池数字滚动',
    roll: '让奖池数字滚动',
  },
} as const satisfies JackpotMessages
