import type { CardsMessages } from '../ko/cards.ts'

export const messages = {
  cards: {
    dealt: 'เปิดไพ่',
    shown: '{side} {card}',
    card: {
      text: '{rank} {suit}',
      clubs: 'ดอกจิก',
      diamonds: 'ข้าวหลามตัด',
      hearts: 'โพแดง',
      spades: 'โพดำ',
      ace: 'เอซ',
      jack: 'แจ็ค',
      queen: 'ควีน',
      king: 'คิง',
    },
    roads: {
      title: 'เค้าไพ่',
      'bead-plate': 'บีดเพลต',
      'big-road': 'เค้าใหญ่',
      'big-eye-boy': 'บิ๊กอายบอย',
      'small-road': 'สมอลโรด',
      'cockroach-pig': 'ค็อกโรชพิก',
      text: 'แสดงเป็นข้อความ',
      empty: 'ยังไม่มีผล',
      next: 'แสดงการคำนวณเครื่องหมายถัดไป',
      nextNote: 'เป็นเพียงการคำนวณเครื่องหมายที่จะเพิ่ม ไม่ใช่การทำนาย',
      ifWinner: 'ถ้าถัดไปเป็น {winner}',
      red: 'แดง',
      blue: 'น้ำเงิน',
      noMark: 'ไม่มีเครื่องหมาย',
      count: '{winner} {count, number}',
      show: 'เปิดเค้าไพ่',
    },
    shoe: 'ใช้ไพ่แปดสำรับ เมื่อเหลือ 52 ใบจะเริ่มขอนใหม่',
    void: 'รอบที่ถูกขัดจังหวะขณะรับเดิมพันเป็นโมฆะและคืนเงินทั้งหมด รอบที่เริ่มแจกแล้วจะจบด้วยไพ่เดิม',
  },
} as const satisfies CardsMessages
