/** Inquiries of members to the office. */

export const helpKinds = ['general', 'account', 'round'] as const
export type HelpKind = (typeof helpKinds)[number]
export const helpStates = ['filed', 'opened', 'answered'] as const
export type HelpState = (typeof helpStates)[number]

/** The states of an open inquiry, one without an answer. */
export const openHelpStates = ['filed', 'opened'] as const satisfies HelpState[]

/** Whether an inquiry still waits for its answer. */
export function isOpenHelp(state: HelpState): boolean {
  return openHelpStates.some((open) => open === state)
}

/** The statuses of the wire (spec §3). */
export const helpStatuses = ['reg', 'wait', 'already'] as const

/** The status a member sees for each state: waiting, in progress, answered. */
export const helpStatus = { filed: 'reg', opened: 'wait', answered: 'already' } as const satisfies Record<
  HelpState,
  (typeof helpStatuses)[number]
>

/** The number of inquiries of a member that may be open at once. */
export const mostOpenInquiries = 5

/** The stored text of an inquiry for the deposit account, which a member sends with a button. */
export const accountInquiry = { title: '입금 계좌 문의', contents: '입금할 계좌를 안내해 주세요.' } as const

/** May the member send another inquiry? `account` inquiries: one at a time; all together: `mostOpenInquiries`. */
export function mayInquire(kind: HelpKind, open: { account: number; all: number }): boolean {
  if (kind === 'account') return open.account === 0
  return open.all < mostOpenInquiries
}

/** What an inquiry is about; the member chooses. */
export const helpCategories = ['money', 'game', 'account', 'other'] as const
export type HelpCategory = (typeof helpCategories)[number]

/** Over so many days times are measured, and of so few cases none is stated: a median of a handful promises nothing. */
export const measuredDays = 30
export const leastMeasured = 20

/** The time to state, in whole minutes and at least one: the median, where there were enough cases. */
export function statedMinutes({
  cases,
  medianSeconds,
}: {
  cases: number
  medianSeconds: number | null
}): number | null {
  if (cases < leastMeasured || medianSeconds === null) return null
  return Math.max(1, Math.round(medianSeconds / 60))
}
