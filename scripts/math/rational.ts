/** An exact fraction of whole numbers; the denominator is above 0 and shares no factor with the numerator. */
export type Rational = { numerator: bigint; denominator: bigint }

/** The fraction in lowest terms. Throws RangeError when the denominator is 0. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const [above, below] = [BigInt(numerator), BigInt(denominator)]
  if (below === 0n) throw new RangeError('A fraction has no denominator 0.')
  const divisor = greatestCommonDivisor(above < 0n ? -above : above, below < 0n ? -below : below)
  const sign = below < 0n ? -1n : 1n
  return { numerator: (sign * above) / divisor, denominator: (sign * below) / divisor }
}

export function add(one: Rational, other: Rational): Rational {
  return rational(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator,
  )
}

export function times(one: Rational, other: Rational): Rational {
  return rational(one.numerator * other.numerator, one.denominator * other.denominator)
}

/** The nearest double, good to the last bit or two whatever the size of the numerator and denominator. */
export function toNumber({ numerator, denominator }: Rational): number {
  const spare = BigInt(Math.max(0, 80 + bitLength(denominator) - bitLength(numerator)))
  return Number((numerator << spare) / denominator) / 2 ** Number(spare)
}

/** The fraction to `digits` decimals, cut off (never rounded up): a return is not made to look better than it is. */
export function toDecimal({ numerator, denominator }: Rational, digits: number): string {
  const scaled = ((numerator * 10n ** BigInt(digits)) / denominator).toString().padStart(digits + 1, '0')
  return `${scaled.slice(0, -digits)}.${scaled.slice(-digits)}`
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [left, right] = [one, other]
  while (right !== 0n) [left, right] = [right, left % right]
  return left === 0n ? 1n : left
}
