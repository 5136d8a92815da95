import { add, rational, times, type Rational } from '../rational.ts'

/**
 * Races by clocks instead of draws, without the engine and without the data: each runner arrives after an exponential time of its
 * strength, which gives the same orders as drawing one after the other. Chances follow from who arrives before whom, by inclusion and
 * exclusion, and the odds from the chances.
 */

/** The strengths of the runners 1 to 8, as they were chosen for the games. */
const strengths: Readonly<Record<string, readonly number[]>> = {
  'virtual-horses': [12, 6, 20, 8, 24, 5, 15, 10],
  'virtual-hounds': [14, 9, 18, 11, 7, 16, 13, 12],
}

/** A stake returns this part of the chance's inverse. */
const share = rational(9, 10)

const known = new Map<string, Rational>()

/** The chance that a bet wins. Throws for a game or a bet that these rules do not have. */
export function plainChance(game: string, bet: string): Rational {
  const key = `${game} ${bet}`
  const found = known.get(key) ?? chanceOf(strengths[game] ?? [], bet)
  known.set(key, found)
  return found
}

/** What a stake of 100 on the bet returns if it wins: the odds in hundredths, cut off. */
export function plainHundredths(game: string, bet: string): number {
  const { numerator, denominator } = plainChance(game, bet)
  const { numerator: above, denominator: below } = times(share, rational(denominator, numerator))
  return Number((100n * above) / below)
}

/** Whether a bet wins with these runners in this order. */
export function plainRaceWins(bet: string, order: readonly number[]): boolean {
  const [name, ...named] = bet.split('-')
  const first = order.slice(0, named.length).join('-')
  if (name === 'place') return order.slice(0, 3).map(String).includes(named.join())
  if (name === 'quinella') return order.slice(0, 2).toSorted().join('-') === named.join('-')
  return ['win', 'exacta', 'trifecta'].includes(name ?? '') && first === named.join('-')
}

function chanceOf(all: readonly number[], bet: string): Rational {
  const [name, ...named] = bet.split('-')
  const [a = 0, b = 0, c = 0] = named.map((text) => all[Number(text) - 1] ?? 0)
  const sum = all.reduce((one, other) => one + other, 0)
  /** That a clock of strength `one` rings before those of a strength of `others` in all. */
  const before = (one: number, others: number): Rational => rational(one, one + others)
  switch (`${name} ${named.length}`) {
    case 'win 1':
      return before(a, sum - a)
    case 'place 1':
      return amongThree(all, Number(named[0]) - 1)
    case 'quinella 2': {
      // The others wait for both: 1 − (before a) − (before b) + (before a and b).
      const rest = sum - a - b
      return add(add(rational(1), minus(before(rest, a))), add(minus(before(rest, b)), before(rest, a + b)))
    }
    case 'exacta 2':
      // The second arrives before the others, but not as the first of all.
      return add(before(b, sum - a - b), minus(before(b, sum - b)))
    case 'trifecta 3': {
      // The second and third arrive in this order before the others, but the second not as the first of all.
      const rest = sum - a - b - c
      const third = before(c, rest)
      return add(add(third, minus(before(c, b + rest))), minus(times(before(b, sum - b), third)))
    }
    default:
      throw new RangeError(`No bet ${bet}.`)
  }
}

/** That at most two others arrive before a runner: for each set of them, by inclusion and exclusion over who of it does not. */
function amongThree(all: readonly number[], runner: number): Rational {
  const own = all[runner] ?? 0
  const others = all.filter((_, index) => index !== runner)
  const sum = others.reduce((one, other) => one + other, 0)
  const sets = others.flatMap((one, index) => [[one], ...others.slice(index + 1).map((other) => [one, other])])
  return [[], ...sets].map((set) => exactly(own, sum, set)).reduce(add)
}

/** That exactly this set arrives before a runner: its members do, and the rest of all others, of strength `sum`, do not. */
function exactly(own: number, sum: number, set: readonly number[]): Rational {
  const [one, other] = set
  const not = (waiting: number): Rational => rational(own, own + waiting)
  if (one === undefined) return not(sum)
  if (other === undefined) return add(not(sum - one), minus(not(sum)))
  return add(add(not(sum - one - other), minus(not(sum - one))), add(minus(not(sum - other)), not(sum)))
}

function minus(value: Rational): Rational {
  return times(rational(-1), value)
}
