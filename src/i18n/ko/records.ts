import type { Words } from '../catalogue.ts'

/** The words of statement, sessions and the reset of a password; see `../catalogue.ts`. */
export const words = {
  records: {
    title: '이용 내역서',
  },
} as const

export type RecordsWords = Words<typeof words>
