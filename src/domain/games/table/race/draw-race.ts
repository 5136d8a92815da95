import type { Draw } from '../../draw.ts'
import type { RaceOutcome } from '../outcome.ts'

/** The numbers of the runners, which are also the places in which they can come in. */
export const runners = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** Chooses an index of a list of weights, each in proportion to its weight. */
export type Choose = (weights: readonly number[]) => number

/**
 * The first `count` runners of a race, in the order in which they come in: each next one among those that are left, in proportion to
 * their strengths (the model of Plackett and Luce). `strengths` are by the number of the runner. The last one that is left is not chosen.
 */
export function firstRunners(strengths: readonly number[], count: number, choose: Choose): number[] {
  const left = strengths.map((strength, index) => ({ runner: index + 1, strength }))
  return Array.from({ length: count }, () => {
    const index = left.length === 1 ? 0 : choose(left.map(({ strength }) => strength))
    const [next] = left.splice(index, 1)
    if (!next) throw new RangeError(`There is no runner ${index} among those that are left.`)
    return next.runner
  })
}

/**
 * Draws a race: seven draws, each below the sum of the strengths of the runners that are left. Those have, by their numbers, as many
 * values as their strength each, from 0 on; the runner that has the value drawn comes in next.
 */
export function drawRace(strengths: readonly number[], draw: Draw): RaceOutcome {
  const choose: Choose = (weights) => {
    let value = draw(weights.reduce((sum, weight) => sum + weight, 0))
    return weights.findIndex((weight) => {
      value -= weight
      return value < 0
    })
  }
  return { kind: 'race', order: firstRunners(strengths, strengths.length, choose) }
}
