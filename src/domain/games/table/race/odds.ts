import type { Fraction, Spot } from '../table-game.ts'
import { firstThrees, raceMarks, raceMarkSets } from './marks.ts'

/** The chances of bets on a race, and the odds that follow from them and a margin. Exact, in whole numbers. */

/** How often each mark occurs in `total` races. */
export type MarkWays = { total: bigint; ways: ReadonlyMap<string, bigint> }

/** The chances of all marks of a race of these strengths: the sums over the orders of the first three that have the mark. */
export function markWays(strengths: readonly number[]): MarkWays {
  const all = strengths.reduce((sum, strength) => sum + strength, 0)
  const strengthOf = (runner: number): number => strengths[runner - 1] ?? 0
  const chances = firstThrees.map(([first, second, third]) => {
    const [one, two, three] = [strengthOf(first), strengthOf(second), strengthOf(third)]
    return { above: BigInt(one * two * three), below: BigInt((all - one) * (all - one - two)) }
  })
  const common = chances.reduce((multiple, { below }) => (multiple / commonDivisor(multiple, below)) * below, 1n)
  const ways = new Map<string, bigint>()
  chances.forEach(({ above, below }, index) => {
    for (const mark of raceMarkSets[index] ?? []) ways.set(mark, (ways.get(mark) ?? 0n) + above * (common / below))
  })
  return { total: common * BigInt(all), ways }
}

/** What a stake on a mark of this chance returns less the margin: odds in hundredths, cut off, so the platform never keeps less. */
export function returnsOf({ total, ways }: { total: bigint; ways: bigint }, marginPercent: number): Fraction {
  return [Number((total * BigInt(100 - marginPercent)) / ways), 100]
}

/** Every bet on a race of these strengths. The stake is part of what the odds return, so 3.75 for 1 wins 2.75. */
export function raceSpots(strengths: readonly number[], marginPercent: number): Spot[] {
  const { total, ways } = markWays(strengths)
  return raceMarks.map((mark) => ({
    code: mark,
    pays: [{ when: [mark], returns: returnsOf({ total, ways: ways.get(mark) ?? 0n }, marginPercent) }],
  }))
}

/** The stated chance of each mark, from 0 to 1, for display: what the form of a runner names. */
export function statedChances(strengths: readonly number[]): ReadonlyMap<string, number> {
  const { total, ways } = markWays(strengths)
  const scale = 1_000_000_000_000n
  return new Map([...ways].map(([mark, one]) => [mark, Number((one * scale) / total) / Number(scale)]))
}

function commonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : commonDivisor(other, one % other)
}
