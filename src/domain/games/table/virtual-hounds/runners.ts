import type { TableNames } from '../table-names.ts'

/** The names of the hounds, by number. They are invented for these races. */
export const hounds: readonly TableNames[] = [
  { ko: '날쌘도토리', en: 'Quick Acorn', jp: 'はやいどんぐり', vn: 'Hạt Sồi Nhanh', cn: '飞橡果' },
  { ko: '물수제비', en: 'Skipping Stone', jp: '水切り石', vn: 'Đá Lướt Nước', cn: '水漂石' },
  { ko: '솔바람', en: 'Pine Breeze', jp: '松のそよ風', vn: 'Gió Thông', cn: '松风' },
  { ko: '골목대장', en: 'Alley Captain', jp: '路地の大将', vn: 'Thủ Lĩnh Ngõ', cn: '巷子队长' },
  { ko: '여우비', en: 'Sunshower', jp: '天気雨', vn: 'Mưa Nắng', cn: '太阳雨' },
  { ko: '번개꼬리', en: 'Lightning Tail', jp: '稲妻のしっぽ', vn: 'Đuôi Chớp', cn: '闪电尾' },
  { ko: '달빛과자', en: 'Moon Biscuit', jp: '月のビスケット', vn: 'Bánh Trăng', cn: '月亮饼干' },
  { ko: '가랑잎', en: 'Dry Leaf', jp: '落ち葉', vn: 'Lá Khô', cn: '落叶' },
]
