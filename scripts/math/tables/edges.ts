import { returnedBy, type Call, type Fraction, type Spot, type TableGame } from '#domain/games/table/table-game.ts'
import { add, rational, times, toNumber, type Rational } from '../rational.ts'
import { outcomesOf } from './outcomes.ts'

/** The exact mathematics of a bet, in stakes. */
export type BetMath = {
  code: string
  /** What the platform keeps in the mean. */
  edge: Rational
  /** The chance that anything comes back. */
  hit: Rational
  /** The deviation of what comes back. */
  deviation: number
  /** What can come back, each with its chance, the most first. */
  returns: { returned: Rational; chance: Rational }[]
}

/** Every spot and every call of a game, in the order of its data. */
export function betsOf(game: TableGame): BetMath[] {
  return [
    ...game.spots.map((spot) => betMath(game, spot.code, (marks) => fraction(returnedBy(spot, marks)))),
    ...game.calls.map((call) => betMath(game, call.code, (marks) => returnedByCall(game.spots, call, marks))),
  ]
}

/** The part of a stake on a call that comes back: the mean of its chips. */
export function returnedByCall(spots: readonly Spot[], { chips }: Call, marks: ReadonlySet<string>): Rational {
  const all = chips.reduce((sum, { count }) => sum + count, 0)
  const parts = chips.map(({ spot, count }) => {
    const found = spots.find(({ code }) => code === spot)
    return times(rational(count, all), found ? fraction(returnedBy(found, marks)) : rational(0))
  })
  return parts.reduce(add, rational(0))
}

function betMath(game: TableGame, code: string, returnedFor: (marks: ReadonlySet<string>) => Rational): BetMath {
  const { total, classes } = outcomesOf(game)
  const byReturn = new Map<string, { returned: Rational; ways: bigint }>()
  for (const { marks, ways } of classes) {
    const returned = returnedFor(new Set(marks))
    const key = `${returned.numerator}/${returned.denominator}`
    byReturn.set(key, { returned, ways: (byReturn.get(key)?.ways ?? 0n) + ways })
  }
  const returns = [...byReturn.values()]
    .map(({ returned, ways }) => ({ returned, chance: rational(ways, total) }))
    .toSorted((one, other) => toNumber(other.returned) - toNumber(one.returned))
  const mean = returns.map(({ returned, chance }) => times(returned, chance)).reduce(add, rational(0))
  const square = returns
    .map(({ returned, chance }) => times(times(returned, returned), chance))
    .reduce(add, rational(0))
  const negative = rational(-1)
  return {
    code,
    edge: add(rational(1), times(negative, mean)),
    hit: returns
      .filter(({ returned }) => returned.numerator > 0n)
      .reduce((sum, { chance }) => add(sum, chance), rational(0)),
    deviation: Math.sqrt(toNumber(add(square, times(negative, times(mean, mean))))),
    returns,
  }
}

function fraction([numerator, denominator]: Fraction): Rational {
  return rational(numerator, denominator)
}

/** A part as per cent, rounded to four decimals. */
export function percentText({ numerator, denominator }: Rational): string {
  const scaled = (numerator * 2_000_000n + denominator) / (2n * denominator)
  const digits = scaled.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
