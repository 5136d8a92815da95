import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['연꽃 폭포'],
  en: ['LOTUS', 'FALLS'],
  jp: ['蓮の滝'],
  vn: ['THÁC', 'HOA SEN'],
  cn: ['莲花瀑布'],
}
