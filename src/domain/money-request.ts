import { opensAgain, type Hours } from './brand-time.ts'
import type { Amount } from './money.ts'

/** Money requests: their names on the wire, and whether one may be filed. */

export const requestTypes = ['deposit', 'withdraw'] as const
export type RequestType = (typeof requestTypes)[number]
export const requestStates = ['filed', 'claimed', 'held', 'awaiting_second', 'paid', 'rejected', 'cancelled'] as const
export type RequestState = (typeof requestStates)[number]
/** The statuses of the wire (spec §4); `cansel` is the specification's spelling. */
export const requestStatuses = ['reg', 'wait', 'already', 'cansel'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** The status a member sees for each state. */
export const requestStatus = {
  filed: 'reg',
  claimed: 'wait',
  held: 'wait',
  awaiting_second: 'wait',
  paid: 'already',
  rejected: 'cansel',
  cancelled: 'cansel',
} as const satisfies Record<RequestState, RequestStatus>

/** The history a member sees: the states as statuses of the wire, without consecutive duplicates. */
export function memberHistory(
  events: readonly { state: RequestState; at: Date }[],
): { status: RequestStatus; at: Date }[] {
  const statuses = events.map((event) => ({ status: requestStatus[event.state], at: event.at }))
  return statuses.filter((event, index) => event.status !== statuses[index - 1]?.status)
}

/** What the usual processing time is measured from: requests decided in the last days, and the fewest that count. */
export const usualTime = { days: 30, fewest: 20 } as const

/**
 * The usual minutes from filing to decision, at least 1: the median of the decided requests, rounded up; the brand's
 * setting where fewer than 20 were decided.
 */
export function usualMinutes(
  measured: { decided: number; medianSeconds: number | null },
  settingMinutes: number,
): number {
  const { decided, medianSeconds } = measured
  if (decided < usualTime.fewest || medianSeconds === null) return settingMinutes
  return Math.max(1, Math.ceil(medianSeconds / 60))
}

/** A brand's bounds for deposits or for withdrawals. */
export type CashSide = { min: Amount; max: Amount; step: Amount }

/** null when the amount fits, else the rule it breaks. */
export function amountFault(amount: Amount, side: CashSide): 'min' | 'max' | 'step' | null {
  if (amount < side.min || amount <= 0n) return 'min'
  if (amount > side.max) return 'max'
  return amount % side.step === 0n ? null : 'step'
}

/**
 * The bounds as members read them: the least and the largest amount that fit. A minimum that is no multiple of the step
 * is not one of them.
 */
export function fittingBounds({ min, max, step }: CashSide): CashSide {
  const rest = min % step
  return { min: rest === 0n ? min : min + step - rest, max: max - (max % step), step }
}

export type DepositRefusal = { status: 'min' | 'max' | 'step' | 'excluded' } | { status: 'closed'; opens: Date }

/**
 * May this deposit be filed? null: yes. The database enforces one open request per member, the ledger the member's own
 * limits.
 */
export function refuseDeposit(deposit: {
  amount: Amount
  side: CashSide
  hours: Hours
  timeZone: string
  at: Date
  excluded: boolean
}): DepositRefusal | null {
  if (deposit.excluded) return { status: 'excluded' }
  const opens = opensAgain(deposit.at, deposit.hours, deposit.timeZone)
  if (opens !== null) return { status: 'closed', opens }
  const fault = amountFault(deposit.amount, deposit.side)
  return fault === null ? null : { status: fault }
}

export type WithdrawalRefusal =
  | { status: 'pass' | 'locked' | 'min' | 'max' | 'step' | 'balance' }
  | { status: 'wait'; until: Date }
  | { status: 'turnover'; remaining: Amount }

/**
 * May this withdrawal be filed? null: yes. Called before the wallet is locked (`wallet: null`) and again under its
 * lock. The database enforces one open request per member; the ledger posts only what the wallet covers.
 */
export function refuseWithdrawal(withdrawal: {
  amount: Amount
  side: CashSide
  pin: 'right' | 'pass' | 'locked'
  waitsUntil: Date | null
  /** Whether turnover that is due holds the money back: not of a member who excluded themselves for months or for ever. */
  turnoverHolds: boolean
  wallet: { cash: Amount; turnoverDue: Amount } | null
}): WithdrawalRefusal | null {
  const { amount, side, pin, waitsUntil, turnoverHolds, wallet } = withdrawal
  if (pin !== 'right') return { status: pin }
  const fault = amountFault(amount, side)
  if (fault !== null) return { status: fault }
  if (waitsUntil !== null) return { status: 'wait', until: waitsUntil }
  if (wallet === null) return null
  if (turnoverHolds && wallet.turnoverDue > 0n) return { status: 'turnover', remaining: wallet.turnoverDue }
  return amount > wallet.cash ? { status: 'balance' } : null
}
