import type { Translation } from '../catalogue.ts'

/** Messages of the jackpots, on the site and in the game window. */
export const messages = {
  jackpot: {
    mega: '메가 잭팟',
    major: '메이저 잭팟',
    minor: '마이너 잭팟',
    hit: '{jackpot} {amount} 당첨',
    paid: '{amount} 당첨',
    included: '{jackpot} {amount} 포함',
    closed: '운영 중지',
    stop: '잭팟 숫자 멈추기',
    roll: '잭팟 숫자 움직이기',
  },
} as const

export type JackpotMessages = Translation<typeof messages>
