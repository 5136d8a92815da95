import type { HelpMessages } from '../ko/help.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  help: {
    title: 'ศูนย์บริการ',
    write: 'ส่งคำถาม',
    subject: 'หัวข้อ',
    contents: 'เนื้อหา',
    send: 'ส่ง',
    keepWriting: 'เขียนต่อ',
    tooMany: 'มีคำถามรอคำตอบอยู่ {open, number} รายการ กรุณารอคำตอบก่อน',
    showHidden: 'แสดงคำถามที่ลบแล้ว {hidden, number} รายการอีกครั้ง',
    list: 'ประวัติคำถาม',
    deleteAll: 'ลบทั้งหมด',
    keep: 'คงไว้',
    none: 'ไม่มีคำถาม',
    reply: 'คำตอบ',
    noReply: 'กำลังเตรียมคำตอบ',
    unread: 'คำตอบใหม่',
    question: 'คำถามของคุณ',
    kindAccount: 'สอบถามบัญชีฝากเงิน',
    gone: 'คำถามถูกลบหรือไม่พบ',
    round: 'เกมที่สอบถาม',
    roundGone: 'ไม่พบประวัติเกมนี้ โปรดระบุชื่อเกมและเวลาในข้อความ',
    leaveRound: 'ไม่แนบเกม',
    roundTitle: 'เกี่ยวกับ {game}',
    aboutRound: 'เลขรอบ {round}',
  },
} as const satisfies HelpMessages
