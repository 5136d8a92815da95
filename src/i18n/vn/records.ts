import type { RecordsWords } from '../ko/records.ts'

export const words = {
  records: {
    title: 'Sao kê',
  },
} as const satisfies RecordsWords
