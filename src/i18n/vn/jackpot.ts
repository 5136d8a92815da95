import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    stop: 'Dừng số jackpot',
    roll: 'Cho số jackpot chạy',
  },
} as const satisfies JackpotMessages
