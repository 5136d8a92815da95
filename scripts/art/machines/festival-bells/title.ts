import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['축제의 종'],
  en: ['FESTIVAL', 'BELLS'],
  jp: ['祭りの鐘'],
  vn: ['CHUÔNG', 'LỄ HỘI'],
  cn: ['节庆钟声'],
}
