import type { LimitsWords } from '../ko/limits.ts'

export const words = {
  limits: {
    title: '利用制限',
  },
} as const satisfies LimitsWords
