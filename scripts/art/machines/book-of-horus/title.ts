import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['호루스의 책'],
  en: ['BOOK', 'OF HORUS'],
  jp: ['ホルスの書'],
  vn: ['SÁCH THẦN', 'HORUS'],
  cn: ['荷鲁斯之书'],
}
