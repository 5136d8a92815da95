import type { JackpotMessages } from '../ko/jackpot.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  jackpot: {
    mega: 'แจ็กพอตเมกะ',
    major: 'แจ็กพอตเมเจอร์',
    minor: 'แจ็กพอตไมเนอร์',
    hit: '{jackpot}จ่าย {amount}',
    paid: 'จ่าย {amount}',
    included: 'รวม{jackpot} {amount}',
    closed: 'ปิดอยู่',
    stop: 'หยุดตัวเลขแจ็กพอต',
    roll: 'ให้ตัวเลขแจ็กพอตเคลื่อนไหว',
  },
} as const satisfies JackpotMessages
