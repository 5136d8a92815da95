import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['황금 호랑이'],
  en: ['GOLDEN', 'TIGER'],
  jp: ['黄金の虎'],
  vn: ['HỔ VÀNG'],
  cn: ['黄金虎'],
}
