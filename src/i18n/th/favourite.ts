import type { FavouriteMessages } from '../ko/favourite.ts'

/** Bundled but never offered (spec §1). */
export const messages = {
  favourite: {
    title: 'รายการโปรด',
    none: 'คุณยังไม่มีเกมโปรด กดรูปหัวใจบนเกมเพื่อเพิ่มได้เลย',
    of: '{game} ในรายการโปรด',
    full: 'รายการโปรดเต็มแล้ว กรุณานำเกมอื่นออกก่อน',
    failed: 'บันทึกรายการโปรดไม่สำเร็จ กรุณาลองอีกครั้ง',
  },
} as const satisfies FavouriteMessages
