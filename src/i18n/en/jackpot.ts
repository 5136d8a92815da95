import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    stop: 'Pause the jackpot figures',
    roll: 'Resume the jackpot figures',
  },
} as const satisfies JackpotMessages
