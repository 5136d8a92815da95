import { floorToWholeUnits, oneUnit, type Amount } from './money.ts'

/** Comp: earned by stakes, converted into balance. The points of a stake are computed where the stake is posted. */

/** What a slot's stake earns at a new brand, at every level, in parts per million. */
export const usualSlotCompPpm = 5_000

/**
 * How much comp to convert: the requested amount, or all whole units. null: less than one unit, or more than the member
 * has.
 */
export function convertible(comp: Amount, requested: Amount | null): Amount | null {
  const amount = requested ?? floorToWholeUnits(comp)
  return amount < oneUnit || amount > comp ? null : amount
}

/** Parts per million as a percentage: 5000 → `0.5`. */
export function percentOf(partsPerMillion: number): string {
  return String(partsPerMillion / 10_000)
}
