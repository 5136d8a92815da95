import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['루비 세븐'],
  en: ['RUBY', 'SEVEN'],
  jp: ['ルビーセブン'],
  vn: ['SỐ BẢY', 'HỒNG NGỌC'],
  cn: ['红宝石七'],
}
