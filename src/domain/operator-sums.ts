import type { Amount } from './money.ts'

/**
 * What one operator credited and paid over all members: docs/decisions/017-two-operators.md. The sums that take two
 * operators are of one member's day; somebody with many members stays below each of them.
 */

/** The days that are summed. */
export const operatorSumsDays = 30

/** Marked from so many times the amount from which one member's deposits of a day take two operators. */
export const operatorSumsTimes = 5n

/**
 * Whether what an operator alone credited to members and alone paid to the same ones is marked. `from` is the brand's
 * `deposit_second_from`; null, with play money only, marks nothing.
 */
export function isMarkedSum(both: Amount, from: Amount | null): boolean {
  return from !== null && both >= operatorSumsTimes * from
}
