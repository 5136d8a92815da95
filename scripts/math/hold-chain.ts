import type { HoldAndWin } from '#domain/games/game.ts'
import { add, rational, times, type Rational } from './rational.ts'

/**
 * Hold-and-win as a Markov chain: what happens depends only on how many cells have a coin and how many respins are
 * left, because every empty cell has the same chance.
 */

/**
 * `chances[n]`: the chance that the feature ends with n coins when it begins with `coins`. Exact, whatever the size of
 * its fractions.
 */
export function finalCoins(rule: HoldAndWin, cells: number, coins: number): Rational[] {
  return chainOf(rule, cells).chances[coins] ?? []
}

/** The mean pay of the feature when it begins with so many coins, in units. */
export function meanHoldPay(rule: HoldAndWin, cells: number, coins: number): Rational {
  const weight = rule.values.reduce((sum, value) => sum + value.weight, 0)
  const mean = rational(
    rule.values.reduce((sum, { pay, weight: of }) => sum + pay * of, 0),
    weight,
  )
  const { chances, meanCoins } = chainOf(rule, cells)
  const full = times(chances[coins]?.[cells] ?? rational(0), rational(rule.full))
  return add(times(mean, meanCoins[coins] ?? rational(0)), full)
}

/** By the number of coins at the beginning: the chances of each number at the end, and its mean. */
type Chain = { chances: Rational[][]; meanCoins: Rational[] }

const chains = new WeakMap<HoldAndWin, Chain>()

/**
 * From the fullest window backwards: with k coins and all respins ahead, the next landing brings j more with chance
 * b(j) / (1 − b(0)) × (1 − b(0)^respins), b binomial over the empty cells, and with chance b(0)^respins the feature ends.
 */
function chainOf(rule: HoldAndWin, cells: number): Chain {
  const cached = chains.get(rule)
  if (cached) return cached
  const [hit, miss, of] = [rule.landing.chance, rule.landing.of - rule.landing.chance, rule.landing.of].map(BigInt)
  const chances: Rational[][] = Array.from({ length: cells + 1 }, () => [])
  for (let coins = cells; coins >= 0; coins--) {
    const empty = cells - coins
    const ends = Array.from({ length: cells + 1 }, () => rational(0))
    chances[coins] = ends
    const below = (of ?? 1n) ** BigInt(empty)
    const none = rational((miss ?? 0n) ** BigInt(empty), below)
    // Without a coin in any respin, or with no cell left.
    const stop = empty === 0 ? rational(1) : power(none, rule.respins)
    ends[coins] = stop
    if (empty === 0 || hit === 0n) continue
    // The sum over the respins in which the first coin lands.
    const tries = Array.from({ length: rule.respins }, (_, index) => power(none, index)).reduce(add, rational(0))
    for (let landed = 1; landed <= empty; landed++) {
      const ways = binomial(empty, landed) * (hit ?? 0n) ** BigInt(landed) * (miss ?? 0n) ** BigInt(empty - landed)
      const chance = times(tries, rational(ways, below))
      chances[coins + landed]?.forEach((later, count) => {
        if (later.numerator > 0n) ends[count] = add(ends[count] ?? rational(0), times(chance, later))
      })
    }
  }
  const made = { chances, meanCoins: chances.map(meanCount) }
  chains.set(rule, made)
  return made
}

function meanCount(chances: readonly Rational[]): Rational {
  return chances.reduce((sum, chance, count) => add(sum, times(chance, rational(count))), rational(0))
}

function power(base: Rational, exponent: number): Rational {
  return { numerator: base.numerator ** BigInt(exponent), denominator: base.denominator ** BigInt(exponent) }
}

function binomial(from: number, chosen: number): bigint {
  let ways = 1n
  for (let index = 0; index < chosen; index++) ways = (ways * BigInt(from - index)) / BigInt(index + 1)
  return ways
}
