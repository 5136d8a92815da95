import type { Words } from '../catalogue.ts'

/** The words of the member site's other pages; see `../catalogue.ts`. */
export const words = {
  account: {
    requests: {
      /** How a request's state is shown (spec §4); any other word is shown unchanged. */
      wait: '대기',
      reg: '대기',
      already: '완료',
      cansel: '취소',
    },
  },
} as const

export type AccountWords = Words<typeof words>
