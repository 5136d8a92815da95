import type { Words } from '../../words.ts'

export const title: Words = {
  ko: '호루스의 책',
  en: 'BOOK OF HORUS',
  jp: 'ホルスの書',
  vn: 'SÁCH THẦN HORUS',
  cn: '荷鲁斯之书',
}
