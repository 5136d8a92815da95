import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['왕의 보물상자'],
  en: ['KING’S', 'CHEST'],
  jp: ['王の宝箱'],
  vn: ['RƯƠNG BÁU', 'NHÀ VUA'],
  cn: ['国王宝箱'],
}
