import type { LimitsWords } from '../ko/limits.ts'

export const words = {
  limits: {
    title: 'Giới hạn',
  },
} as const satisfies LimitsWords
