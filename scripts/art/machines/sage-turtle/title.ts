import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['거북 신선'],
  en: ['SAGE', 'TURTLE'],
  jp: ['亀仙の知恵'],
  vn: ['RÙA', 'HIỀN TRIẾT'],
  cn: ['灵龟仙翁'],
}
