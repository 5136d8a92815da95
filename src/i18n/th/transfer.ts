import type { TransferMessages } from '../ko/transfer.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  transfer: {
    title: 'เงินในเกม',
    text: 'เงินที่คุณโอนไปยังเกมของค่ายอื่น แสดงรวมกับยอดเงิน กรุณานำกลับก่อนถอน',
    back: 'นำกลับทั้งหมด',
    backOf: 'นำกลับทั้งหมดจาก {name}',
    in: 'โอนเข้า',
    inOf: 'โอนเข้า {name}',
    inTitle: 'โอนเงินไป {name}',
    amount: 'จำนวนเงินที่โอน',
    underwayIn: 'กำลังโอน {amount} กำลังตรวจสอบผล',
    underwayOut: 'กำลังนำเงินกลับ กำลังตรวจสอบผล',
    closed: 'ขณะนี้โอนเพิ่มไม่ได้ เงินที่มีอยู่นำกลับได้',
    held: 'หลังการกู้คืนระบบ กำลังตรวจยอดกับค่ายนี้ ระหว่างนี้โอนเข้าหรือนำกลับไม่ได้ เงินของคุณยังอยู่ครบ',
    broughtBack: 'นำ {amount} กลับแล้ว',
    movedIn: 'โอน {amount} แล้ว',
    short: 'ยอดเงินไม่พอ',
    nothing: 'ไม่มีเงินให้นำกลับ',
    fail: 'โอนไม่สำเร็จ เงินยังอยู่ที่เดิม กรุณาลองใหม่ภายหลัง',
    unknown: 'กำลังตรวจสอบผล ระหว่างนี้แสดงเป็นเงินในเกม',
    required: 'กรุณากรอกจำนวนเงิน',
  },
} as const satisfies TransferMessages
