import type { RecordsWords } from '../ko/records.ts'

export const words = {
  records: {
    title: 'Statement',
  },
} as const satisfies RecordsWords
