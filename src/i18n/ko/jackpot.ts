import type { Translation } from '../catalogue.ts'

/** Messages of the jackpot figures. */
export const messages = {
  jackpot: {
    stop: '잭팟 숫자 멈추기',
    roll: '잭팟 숫자 움직이기',
  },
} as const

export type JackpotMessages = Translation<typeof messages>
