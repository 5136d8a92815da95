import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    mega: '巨型彩池',
    major: '大型彩池',
    minor: '小型彩池',
    hit: '{jackpot}已派出 {amount}',
    paid: '已派出 {amount}',
    included: '含{jackpot} {amount}',
    closed: '已关闭',
    stop: '停止奖池数字滚动',
    roll: '让奖池数字滚动',
  },
} as const satisfies JackpotMessages
