import type { LiveMessages } from '../ko/live.ts'

export const messages = {
  live: {
    maintenance: 'กำลังปรับปรุงระบบ',
    maintenanceUntil: 'เปิดเกมใหม่ไม่ได้จนถึง {time} รอบที่กำลังเล่นอยู่จะดำเนินต่อจนจบ',
    maintenanceOpen: 'ขณะนี้เปิดเกมใหม่ไม่ได้ รอบที่กำลังเล่นอยู่จะดำเนินต่อจนจบ',
    sessionOver: 'การเข้าสู่ระบบสิ้นสุดแล้ว โปรดเข้าสู่ระบบอีกครั้ง',
    endsTitle: 'กำลังจะออกจากระบบ',
    endsText: 'คุณเข้าสู่ระบบมาครบ 8 ชั่วโมง ระบบจะออกจากระบบภายใน 1 นาที โปรดส่งข้อความที่กำลังเขียนก่อน',
    stopJackpots: 'หยุดตัวเลขแจ็กพอต',
    rollJackpots: 'ให้ตัวเลขแจ็กพอตเคลื่อนไหว',
  },
} satisfies LiveMessages
