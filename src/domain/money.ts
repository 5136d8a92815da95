/**
 * Money inside the program: a `bigint` of 1/10 000 of the currency unit, never a float. On the wire an amount is a
 * decimal string (`"10000"`, `"1284500.25"`).
 */
export type Amount = bigint

/** One whole unit of the currency (one won) in `Amount`s. */
export const oneUnit = 10_000n

/**
 * The largest amount a call may carry: 2^53-1 whole units, the largest exact integer of JSON. It exceeds the database's
 * bigint, so every rule compares an amount with the funds before it is written anywhere.
 */
export const largestAmount: Amount = BigInt(Number.MAX_SAFE_INTEGER) * oneUnit

const wireShape = /^(0|[1-9]\d{0,15})(?:\.(\d{1,4}))?$/

/**
 * Reads an amount from the wire: a decimal string without sign, exponent or separator and with at most 4 decimals,
 * or a JSON integer from 0 to 2^53-1. Returns null for everything else (the API then answers 400 and never assumes 0).
 */
export function amountFromWire(value: unknown): Amount | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value
  if (typeof text !== 'string') return null
  const match = wireShape.exec(text)
  if (!match) return null
  const amount = BigInt(match[1] ?? '0') * oneUnit + BigInt((match[2] ?? '').padEnd(4, '0'))
  return amount <= largestAmount ? amount : null
}

/** Reads a signed amount from the wire: the same with an optional leading minus. */
export function changeFromWire(value: unknown): Amount | null {
  const isNegative = typeof value === 'string' && value.startsWith('-')
  const amount = amountFromWire(isNegative ? value.slice(1) : value)
  return isNegative && amount !== null ? -amount : amount
}

/** Writes an amount as its shortest decimal string: `12500n` → `"1.25"`. Negative amounts keep their sign. */
export function amountToWire(amount: Amount): string {
  const sign = amount < 0n ? '-' : ''
  const size = amount < 0n ? -amount : amount
  const decimals = (size % oneUnit).toString().padStart(4, '0').replace(/0+$/, '')
  return `${sign}${size / oneUnit}${decimals ? `.${decimals}` : ''}`
}

/** A number of whole units as an `Amount`. */
export function wholeUnits(units: number | bigint): Amount {
  return BigInt(units) * oneUnit
}

/** The amount without its fraction of a unit, rounded towards zero (spec §9: displayed money is the integer part). */
export function floorToWholeUnits(amount: Amount): Amount {
  return amount - (amount % oneUnit)
}

/** `amount * partsPerMillion / 1 000 000`, rounded down, so that earnings never exceed the rate. */
export function scaleByPpmFloor(amount: Amount, partsPerMillion: number): Amount {
  return (amount * BigInt(partsPerMillion)) / 1_000_000n
}
