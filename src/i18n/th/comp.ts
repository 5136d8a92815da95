import type { CompMessages } from '../ko/comp.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  comp: {
    title: 'คอมป์',
    held: 'คอมป์ที่มี',
    text: 'สะสมคอมป์ตามเงินเดิมพัน 1 คอมป์แลกได้ 1 วอน',
    convert: 'แลกเป็นยอดเงิน',
    amount: 'จำนวนที่ต้องการแลก',
    confirm: 'ต้องการแลก {amount} คอมป์เป็นยอดเงินหรือไม่',
    converted: 'แลกเป็น {amount} วอนแล้ว',
    refusedLow: 'คอมป์ไม่เพียงพอ คอมป์ของรอบที่กำลังเล่นแลกได้เมื่อรอบจบแล้ว',
    history: 'ประวัติการสะสม',
    date: 'วันเวลา',
    game: 'เกม',
    bet: 'เงินเดิมพัน',
    undone: 'คอมป์ของเดิมพันที่ยกเลิก',
    rate: 'อัตรา',
    point: 'คอมป์ที่ได้รับ',
    none: 'ยังไม่มีคอมป์',
    rates: 'อัตราของคุณ',
    level: 'อัตราสำหรับสมาชิกระดับ {level, number}',
    levels: 'อัตราตามระดับ',
    levelsText: 'ทีมงานเป็นผู้กำหนดระดับ ไม่ขึ้นหรือลงอัตโนมัติตามเดิมพันหรือการฝาก',
    levelName: 'ระดับ {level, number}',
    mine: 'ระดับของคุณ',
  },
} as const satisfies CompMessages
