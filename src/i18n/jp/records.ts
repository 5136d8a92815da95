import type { RecordsWords } from '../ko/records.ts'

export const words = {
  records: {
    title: '利用明細',
  },
} as const satisfies RecordsWords
