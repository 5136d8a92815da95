import type { LimitsWords } from '../ko/limits.ts'

export const words = {
  limits: {
    title: 'Limits',
  },
} as const satisfies LimitsWords
