import { opensAgain, type Hours } from './brand-time.ts'
import type { Amount } from './money.ts'

/** Requests for money: what they are called on the wire, and whether one may be filed. */

export const requestStates = ['filed', 'claimed', 'held', 'awaiting_second', 'paid', 'rejected', 'cancelled'] as const
export type RequestState = (typeof requestStates)[number]
/** The wire's words (spec §4); `cansel` is the specification's spelling. */
export type RequestStatus = 'reg' | 'wait' | 'already' | 'cansel'

/** What the member is told of a state. */
export const requestStatus = {
  filed: 'reg',
  claimed: 'wait',
  held: 'wait',
  awaiting_second: 'wait',
  paid: 'already',
  rejected: 'cansel',
  cancelled: 'cansel',
} as const satisfies Record<RequestState, RequestStatus>

/** The history a member sees: the house's steps in the wire's words, each word once in a row. */
export function memberHistory(
  events: readonly { state: RequestState; at: Date }[],
): { status: RequestStatus; at: Date }[] {
  const told = events.map((event) => ({ status: requestStatus[event.state], at: event.at }))
  return told.filter((event, index) => event.status !== told[index - 1]?.status)
}

/** What a brand allows on one side of the cashier. */
export type CashSide = { min: Amount; max: Amount; step: Amount }

/** null when the amount fits, else which rule it breaks. */
export function amountFault(amount: Amount, side: CashSide): 'min' | 'max' | 'step' | null {
  if (amount < side.min || amount <= 0n) return 'min'
  if (amount > side.max) return 'max'
  return amount % side.step === 0n ? null : 'step'
}

export type DepositRefusal = { status: 'min' | 'max' | 'step' | 'excluded' } | { status: 'closed'; opens: Date }

/**
 * May this deposit be filed? null: yes. That no other is open is watched by the database, the member's own limits by the
 * ledger.
 */
export function refuseDeposit(ask: {
  amount: Amount
  side: CashSide
  hours: Hours
  timeZone: string
  at: Date
  excluded: boolean
}): DepositRefusal | null {
  if (ask.excluded) return { status: 'excluded' }
  const opens = opensAgain(ask.at, ask.hours, ask.timeZone)
  if (opens !== null) return { status: 'closed', opens }
  const fault = amountFault(ask.amount, ask.side)
  return fault === null ? null : { status: fault }
}

export type WithdrawalRefusal = { status: 'balance' } | { status: 'turnover'; remaining: Amount }

/** May the wallet, as it is under its lock, give this withdrawal? null: yes. */
export function refuseWithdrawal(
  amount: Amount,
  wallet: { cash: Amount; turnoverDue: Amount },
): WithdrawalRefusal | null {
  if (wallet.turnoverDue > 0n) return { status: 'turnover', remaining: wallet.turnoverDue }
  return amount > wallet.cash ? { status: 'balance' } : null
}
