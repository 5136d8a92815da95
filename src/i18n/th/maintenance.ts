import type { MaintenanceMessages } from '../ko/maintenance.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  maintenance: {
    until: 'เปิดเกมใหม่ไม่ได้จนถึง {time} รอบที่กำลังเล่นอยู่จะดำเนินต่อจนจบ',
    open: 'ขณะนี้เปิดเกมใหม่ไม่ได้ รอบที่กำลังเล่นอยู่จะดำเนินต่อจนจบ',
    title: 'กำลังปรับปรุงระบบ',
  },
} as const satisfies MaintenanceMessages
