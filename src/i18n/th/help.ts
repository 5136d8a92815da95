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
  /** Questions before the form. */
  helpFaq: {
    category: 'ประเภทคำถาม',
    categories: {
      money: 'ฝากและถอน',
      game: 'เกม',
      account: 'บัญชี',
      other: 'อื่นๆ',
    },
    usual: 'ใน 30 วันที่ผ่านมา เวลาตอบกลับค่ากลางคือ {time}',
    minutes: '{minutes, number} นาที',
    hours: '{hours, number} ชั่วโมง {minutes, number} นาที',
    title: 'คำถามที่พบบ่อย',
    measured: 'เวลาดำเนินการค่ากลางใน 30 วันที่ผ่านมาคือ {time}',
    deposit: {
      question: 'ฝากเงินใช้เวลานานเท่าไร',
      answer: 'รับเลขบัญชี โอนเงิน แล้วแจ้งจำนวน พนักงานจะเพิ่มยอดหลังตรวจสอบ',
      open: 'หน้าฝากเงิน',
    },
    withdraw: {
      question: 'ถอนเงินใช้เวลานานเท่าไร',
      answer: 'จำนวนที่ขอจะถูกกันไว้และจ่ายหลังพนักงานตรวจสอบ การถอนครั้งแรกและยอดใหญ่ตรวจโดยสองคน',
      open: 'หน้าถอนเงิน',
    },
    round: {
      question: 'อยากตรวจผลของรอบ',
      answer: 'ดูรีเพลย์และตรวจสอบแต่ละรอบได้ในประวัติ การส่งคำถามจากที่นั่นจะแนบรอบไปด้วย',
      open: 'ความเป็นธรรม',
    },
    password: {
      question: 'ลืมรหัสผ่าน',
      answer: 'ขอรีเซ็ตที่หน้าเข้าสู่ระบบ เมื่อยืนยันตัวตนแล้วจะได้รับรหัส',
      open: 'รีเซ็ตรหัสผ่าน',
    },
    limit: {
      question: 'อยากตั้งวงเงินหรือพัก',
      answer: 'ตั้งได้ทันทีที่หน้าวงเงิน การลดวงเงินและการพักมีผลทันที',
      open: 'วงเงิน',
    },
    comp: {
      question: 'คอมป์และระดับกำหนดอย่างไร',
      answer: 'ทุกเดิมพันสะสมตามอัตราของระดับ ทีมงานเป็นผู้กำหนดระดับ',
      open: 'หน้าคอมป์',
    },
  },
} as const satisfies HelpMessages
