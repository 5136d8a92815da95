import type { RecordsWords } from '../ko/records.ts'

export const words = {
  records: {
    title: '账单明细',
  },
} as const satisfies RecordsWords
