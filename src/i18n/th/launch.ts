import type { LaunchMessages } from '../ko/launch.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  launch: {
    title: 'เปิดเกม',
    blockedPopup: 'เบราว์เซอร์บล็อกหน้าต่างใหม่ กดปุ่มด้านล่างเพื่อเปิดเกม',
    openHere: 'เปิดเกม',
    blocked: 'บัญชีที่ถูกจำกัดไม่สามารถเปิดเกมได้',
    excluded: 'ไม่สามารถเล่นเกมในช่วงพักหรือระงับตนเอง',
    limit: 'ถึงขีดจำกัดที่คุณตั้งไว้แล้ว',
    soon: 'คุณเล่นได้ที่นี่ทันทีเมื่อเกมเปิดตัว',
    watchHint: 'คุณดูรอบที่บันทึกไว้ได้โดยไม่ต้องเข้าสู่ระบบ',
    watch: 'ดูรอบเกม',
    closed: 'เกมนี้ปิดแล้ว เพราะมีรอบที่ไม่ผ่านการตรวจผล เกมอื่นยังเล่นได้ตามปกติ',
  },
} as const satisfies LaunchMessages
