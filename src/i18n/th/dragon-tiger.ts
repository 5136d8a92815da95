import type { DragonTigerMessages } from '../ko/dragon-tiger.ts'

export const messages = {
  dragonTiger: {
    spot: { dragon: 'มังกร', tiger: 'เสือ', tie: 'เสมอ', 'suited-tie': 'เสมอดอกเดียวกัน' },
    bead: { dragon: 'D', tiger: 'T', tie: '=' },
    result: { dragon: 'มังกรชนะ', tiger: 'เสือชนะ', tie: 'เสมอ', suited: 'เสมอดอกเดียวกัน' },
    sentence: 'มังกร {dragon} เสือ {tiger} {winner}',
    legend: 'D มังกร T เสือ = เสมอ s เสมอดอกเดียวกัน ในเค้ารอง R แดง B น้ำเงิน คั่นคอลัมน์ด้วย |',
    rules: {
      goal: 'มังกรและเสือได้ไพ่ฝ่ายละหนึ่งใบ ฝ่ายที่แต้มสูงกว่าชนะ เอซต่ำสุด คิงสูงสุด',
      tie: 'ไพ่สองใบแต้มเท่ากันคือเสมอ เดิมพันเสมอจ่าย 11:1 และคืนครึ่งหนึ่งของเดิมพันมังกรกับเสือ',
      suited: 'แต้มและดอกเหมือนกันคือเสมอดอกเดียวกัน จ่าย 50:1 เดิมพันเสมอก็ถูกด้วย',
    },
    keys: 'Q มังกร E เสือ T เสมอ Shift+T เสมอดอกเดียวกัน R เค้าไพ่',
  },
} as const satisfies DragonTigerMessages
