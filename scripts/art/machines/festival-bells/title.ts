import type { Words } from '../../words.ts'

export const title: Words = {
  ko: '축제의 종',
  en: 'FESTIVAL BELLS',
  jp: '祭りの鐘',
  vn: 'CHUÔNG LỄ HỘI',
  cn: '节庆钟声',
}
