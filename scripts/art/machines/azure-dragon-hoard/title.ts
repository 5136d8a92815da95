import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['청룡의 보물'],
  en: ['AZURE DRAGON', 'HOARD'],
  jp: ['青龍の秘宝'],
  vn: ['KHO BÁU', 'RỒNG XANH'],
  cn: ['青龙宝藏'],
}
