import type { Title } from '../../words.ts'

export const title: Title = {
  ko: ['자수정 동굴'],
  en: ['AMETHYST', 'CAVE'],
  jp: ['紫水晶の洞窟'],
  vn: ['HANG', 'THẠCH ANH TÍM'],
  cn: ['紫晶洞窟'],
}
