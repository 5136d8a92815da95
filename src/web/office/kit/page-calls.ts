import type { OfficeRouteName } from '#contract/office-api.ts'

/** The pages of the office in menu order. An operator sees a page when they may make its call. */
export const pageCalls = {
  queue: 'get-requests',
  help: 'get-helps',
  registrations: 'get-registrations',
  resets: 'get-password-resets',
  corrections: 'get-corrections',
  members: 'get-members',
  rounds: 'get-found-rounds',
  tables: 'get-game-tables',
  hands: 'get-seat-rounds',
  notes: 'send-note',
  notices: 'get-notices',
  maintenance: 'get-maintenance',
  books: 'get-books',
  audit: 'get-audit',
  operators: 'get-operators',
  account: 'get-factors',
} as const satisfies Readonly<Record<string, OfficeRouteName>>

export type PageName = keyof typeof pageCalls
