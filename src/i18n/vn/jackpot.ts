import type { JackpotMessages } from '../ko/jackpot.ts'

export const messages = {
  jackpot: {
    mega: 'Jackpot Mega',
    major: 'Jackpot Major',
    minor: 'Jackpot Minor',
    hit: '{jackpot} đã trả {amount}',
    paid: 'Đã trả {amount}',
    included: 'Gồm {jackpot}: {amount}',
    closed: 'Đã đóng',
    stop: 'Dừng số jackpot',
    roll: 'Cho số jackpot chạy',
  },
} as const satisfies JackpotMessages
