import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['만월 늑대'],
  en: ['FULL-MOON', 'WOLF'],
  jp: ['満月の狼'],
  vn: ['SÓI ĐÊM', 'TRĂNG RẰM'],
  cn: ['满月之狼'],
}
