import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['독수리 절벽'],
  en: ['EAGLE', 'CLIFF'],
  jp: ['鷲の断崖'],
  vn: ['VÁCH ĐÁ', 'ĐẠI BÀNG'],
  cn: ['鹰之崖'],
}
