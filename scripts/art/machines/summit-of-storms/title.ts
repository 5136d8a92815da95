import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['폭풍의 봉우리'],
  en: ['SUMMIT', 'OF STORMS'],
  jp: ['嵐の頂'],
  vn: ['ĐỈNH', 'BÃO TỐ'],
  cn: ['风暴之巅'],
}
