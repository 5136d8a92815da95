import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    stop: 'ジャックポットの数字を止める',
    roll: 'ジャックポットの数字を動かす',
  },
} as const satisfies JackpotMessages
