import type { HistoryMessages } from '../ko/history.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  history: {
    title: 'ประวัติเกม',
    empty: 'ไม่มีประวัติเกม',
    stake: 'เดิมพัน',
    win: 'ชนะ',
    open: 'กำลังเล่น',
    completed: 'เสร็จสิ้น',
    cancelled: 'ยกเลิก',
    refunded: 'คืนเงิน',
    company: 'ค่ายเกม',
    all: 'ทั้งหมด',
    from: 'ตั้งแต่วันที่',
    to: 'ถึงวันที่',
    replay: 'ดูซ้ำ',
    replayOf: 'ดูซ้ำ {game} {date}',
    verify: 'ตรวจสอบ',
    verifyOf: 'ตรวจสอบ {game} {date}',
    inquiry: 'สอบถาม',
    inquiryOf: 'สอบถามเกี่ยวกับ {game} {date}',
    none: 'ไม่พบประวัติเกมตามเงื่อนไข',
    unseen: 'ยังไม่ได้ดู',
    actions: 'การทำงาน',
  },
} as const satisfies HistoryMessages
