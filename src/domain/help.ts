/** Inquiries to the house. */

export const helpStates = ['filed', 'opened', 'answered'] as const
export type HelpState = (typeof helpStates)[number]

/** What the member is told of a state: waiting, being worked on, answered. */
export const helpStatus = { filed: 'reg', opened: 'wait', answered: 'already' } as const satisfies Record<
  HelpState,
  string
>

/** So many inquiries of a member may be open at once. */
export const mostOpenInquiries = 5

/** The text of an inquiry for the deposit account: the member presses a button and writes nothing. */
export const accountInquiry = { title: '입금 계좌 문의', contents: '입금할 계좌를 안내해 주세요.' } as const

/** May the member send another? `account` inquiries are one at a time, all together are bounded. */
export function mayInquire(kind: 'general' | 'account' | 'round', open: { account: number; all: number }): boolean {
  if (kind === 'account') return open.account === 0
  return open.all < mostOpenInquiries
}
