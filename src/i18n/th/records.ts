import type { RecordsWords } from '../ko/records.ts'

export const words = {
  records: {
    title: 'รายการเดินบัญชี',
  },
} as const satisfies RecordsWords
