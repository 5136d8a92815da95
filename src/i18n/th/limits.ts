import type { LimitsWords } from '../ko/limits.ts'

export const words = {
  limits: {
    title: 'ขีดจำกัด',
  },
} as const satisfies LimitsWords
