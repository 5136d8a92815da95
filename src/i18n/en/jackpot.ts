import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    mega: 'Mega jackpot',
    major: 'Major jackpot',
    minor: 'Minor jackpot',
    hit: '{jackpot} paid {amount}',
    paid: 'Paid {amount}',
    included: 'Includes the {jackpot}: {amount}',
    closed: 'Closed',
    stop: 'Pause the jackpot figures',
    roll: 'Resume the jackpot figures',
  },
} as const satisfies JackpotMessages
