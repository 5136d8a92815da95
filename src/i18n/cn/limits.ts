import type { LimitsWords } from '../ko/limits.ts'

export const words = {
  limits: {
    title: '限额',
  },
} as const satisfies LimitsWords
