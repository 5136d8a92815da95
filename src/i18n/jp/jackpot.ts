import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    mega: 'メガジャックポット',
    major: 'メジャージャックポット',
    minor: 'マイナージャックポット',
    hit: '{jackpot} {amount} 当選',
    paid: '{amount} 当選',
    included: '{jackpot} {amount}を含む',
    closed: '休止中',
    stop: 'ジャックポットの数字を止める',
    roll: 'ジャックポットの数字を動かす',
  },
} as const satisfies JackpotMessages
