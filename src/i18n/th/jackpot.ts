import type { JackpotMessages } from '../ko/jackpot.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  jackpot: {
    stop: 'หยุดตัวเลขแจ็กพอต',
    roll: 'ให้ตัวเลขแจ็กพอตเคลื่อนไหว',
  },
} as const satisfies JackpotMessages
