import type { TableNames } from '../table-names.ts'

/** The names of the horses, by number. They are invented for these races. */
export const horses: readonly TableNames[] = [
  { ko: '은빛나루', en: 'Silver Ferry', jp: '銀の渡し', vn: 'Bến Bạc', cn: '银渡口' },
  { ko: '새벽종', en: 'Dawn Bell', jp: '暁の鐘', vn: 'Chuông Rạng Đông', cn: '晓钟' },
  { ko: '구름고개', en: 'Cloud Pass', jp: '雲の峠', vn: 'Đèo Mây', cn: '云岭' },
  { ko: '감나무골', en: 'Persimmon Hill', jp: '柿の丘', vn: 'Đồi Hồng', cn: '柿子坡' },
  { ko: '별똥길', en: 'Comet Road', jp: '流れ星の道', vn: 'Đường Sao Băng', cn: '流星路' },
  { ko: '소금바람', en: 'Salt Wind', jp: '塩の風', vn: 'Gió Muối', cn: '盐风' },
  { ko: '청보리', en: 'Green Barley', jp: '青い麦', vn: 'Lúa Mạch Xanh', cn: '青麦' },
  { ko: '돌다리', en: 'Stone Bridge', jp: '石の橋', vn: 'Cầu Đá', cn: '石桥' },
]
