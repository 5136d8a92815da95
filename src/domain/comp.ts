import { floorToWholeUnits, oneUnit, type Amount } from './money.ts'

/** Comp: earned by stakes, converted into balance. What a stake earns is worked out where the stake is booked. */

/**
 * How much comp becomes balance: what was asked for, or every whole unit. null: less than one whole unit, or more than
 * there is.
 */
export function convertible(comp: Amount, asked: Amount | null): Amount | null {
  const amount = asked ?? floorToWholeUnits(comp)
  return amount < oneUnit || amount > comp ? null : amount
}

/** Parts per million as a percentage: 5000 → `0.5`. */
export function percentOf(partsPerMillion: number): string {
  return String(partsPerMillion / 10_000)
}
