import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    stop: '停止奖池数字滚动',
    roll: '让奖池数字滚动',
  },
} as const satisfies JackpotMessages
