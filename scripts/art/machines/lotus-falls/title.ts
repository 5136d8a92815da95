import type { Words } from '../../words.ts'

export const title: Words = { ko: '연꽃 폭포', en: 'LOTUS FALLS', jp: '蓮の滝', vn: 'THÁC SEN', cn: '莲花瀑布' }
