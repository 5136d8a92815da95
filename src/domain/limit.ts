import type { Amount } from './money.ts'

/** Limits that members set for themselves, breaks and self-exclusion. The ledger enforces them where money moves. */

/** What a limit bounds; `session_time` is time signed in. */
export const limitKinds = ['deposit', 'loss', 'wager', 'session_time'] as const
export type LimitKind = (typeof limitKinds)[number]

/** Calendar days, weeks from Monday and months of the brand's time zone. */
export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

/** The kinds that can refuse a stake. */
export const stakeLimitKinds = ['loss', 'wager', 'session_time'] as const satisfies readonly LimitKind[]

/** Milliseconds in a minute: signed-in time is stored in milliseconds and shown in minutes. */
export const minuteMs = 60_000n

/** The largest limit of money, in whole units; a larger one would bound nothing. */
export const largestLimitUnits = 1_000_000_000_000n

/** A requested raise waits for some hours, and may be confirmed for some days afterwards. */
export const raiseWaitsHours = 24
export const raiseConfirmDays = 7

export type PendingRaise = { most: Amount | null; effectiveFrom: Date }

/** The last moment at which a raise may be confirmed, in epoch milliseconds. */
export function raiseEndsMs(raise: PendingRaise): number {
  return raise.effectiveFrom.getTime() + raiseConfirmDays * 24 * 60 * 60_000
}

/** Whether a requested raise still waits or may still be confirmed. */
export function raiseIsOpen(raise: PendingRaise, at: Date): boolean {
  return at.getTime() < raiseEndsMs(raise)
}

export type LimitDecision =
  /** Put it in force now. */
  | 'set'
  /** It is in force already; a pending raise is withdrawn. */
  | 'keep'
  /** A raise: store it as pending. */
  | 'note'
  /** The same raise is pending and its waiting time is not over. */
  | 'wait'
  /** The waiting time is over: the confirmation is missing. */
  | 'confirm'

/**
 * What to do with a requested limit (`null`: none). A lower one applies at once; a higher one, or none, after a day and
 * a confirmation.
 */
export function decideLimit(request: {
  current: Amount | null
  pending: PendingRaise | null
  wished: Amount | null
  confirmed: boolean
  at: Date
}): LimitDecision {
  const { current, wished, at } = request
  if (wished === current) return 'keep'
  if (current === null || (wished !== null && wished < current)) return 'set'
  const pending = request.pending !== null && raiseIsOpen(request.pending, at) ? request.pending : null
  if (pending === null || pending.most !== wished) return 'note'
  if (at < pending.effectiveFrom) return 'wait'
  return request.confirmed ? 'set' : 'confirm'
}

/**
 * The limit of another period that makes a wished one, or is made by it, without effect: a longer period with a lower
 * limit, or a shorter one with a higher limit. Both remain in force, and the lower rules. `figures` are the limits of
 * the same kind; null when there is no such limit.
 */
export function overriddenLimit(
  figures: readonly { period: LimitPeriod; most: Amount | null }[],
  wished: { period: LimitPeriod; most: Amount },
): { period: LimitPeriod; most: Amount; ruling: 'wished' | 'other' } | null {
  const place = limitPeriods.indexOf(wished.period)
  const at = (period: LimitPeriod): number => limitPeriods.indexOf(period)
  for (const { period, most } of figures) {
    if (most !== null && at(period) > place && most < wished.most) return { period, most, ruling: 'other' }
  }
  for (const { period, most } of figures) {
    if (most !== null && at(period) < place && most > wished.most) return { period, most, ruling: 'wished' }
  }
  return null
}

/** Whether a limit can be enforced: whole minutes that fit into a month, or an amount up to the largest limit. */
export function limitFits(kind: LimitKind, most: Amount, oneUnit: Amount): boolean {
  if (kind === 'session_time') return most % oneUnit === 0n && most / oneUnit <= 31n * 24n * 60n
  return most <= largestLimitUnits * oneUnit
}

/** Breaks, in hours. */
export const breakHours = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24, '90d': 90 * 24 } as const
export const breakLengths = ['24h', '7d', '30d', '90d'] as const satisfies readonly (keyof typeof breakHours)[]
export type BreakLength = (typeof breakLengths)[number]

/** Self-exclusions, in months; null: for ever. */
export const exclusionMonths = { '6m': 6, '1y': 12, '2y': 24, '5y': 60, ever: null } as const
export const exclusionLengths = [
  '6m',
  '1y',
  '2y',
  '5y',
  'ever',
] as const satisfies readonly (keyof typeof exclusionMonths)[]
export type ExclusionLength = (typeof exclusionLengths)[number]

/** Why a member is self-excluded: a break, or an exclusion. */
export const exclusionKinds = ['break', 'exclusion'] as const
export type ExclusionKind = (typeof exclusionKinds)[number]
