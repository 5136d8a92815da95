import type { Words } from '../catalogue.ts'

/** The words of limits, breaks and self-exclusion; see `../catalogue.ts`. */
export const words = {
  limits: {
    title: '이용 한도',
  },
} as const

export type LimitsWords = Words<typeof words>
