import type { PasswordResetMessages } from '../ko/password-reset.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  passwordReset: {
    title: 'ตั้งรหัสผ่านใหม่',
    forgot: 'ลืมรหัสผ่านหรือไม่',
    requestTitle: 'ขอตั้งรหัสผ่านใหม่',
    requestText: 'กรอกไอดีและหมายเลขโทรศัพท์ที่ลงทะเบียนไว้ เจ้าหน้าที่จะยืนยันตัวตนแล้วแจ้งรหัสใช้ครั้งเดียว',
    id: 'ไอดี',
    phone: 'หมายเลขโทรศัพท์',
    request: 'ส่งคำขอ',
    requested: 'รับคำขอแล้ว หากข้อมูลถูกต้อง เจ้าหน้าที่จะติดต่อกลับตามหมายเลขที่ลงทะเบียนไว้',
    codeTitle: 'ตั้งรหัสผ่านใหม่',
    codeText: 'รหัสใช้ได้ครั้งเดียวภายใน 30 นาที',
    code: 'รหัสใช้ครั้งเดียว',
    codeHint: 'เช่น ABCD-2345-WXYZ',
    submit: 'เปลี่ยนรหัสผ่าน',
    fail: 'ไอดีหรือรหัสไม่ถูกต้อง หรือรหัสหมดอายุแล้ว',
    done: 'เปลี่ยนรหัสผ่านแล้ว โปรดเข้าสู่ระบบด้วยรหัสใหม่',
    after: 'ทุกอุปกรณ์จะออกจากระบบ และเพื่อความปลอดภัยจะถอนเงินไม่ได้ 24 ชั่วโมง',
    login: 'เข้าสู่ระบบ',
  },
} as const satisfies PasswordResetMessages
