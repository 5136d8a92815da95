import type { Draw } from '../../draw.ts'
import type { RouletteOutcome } from '../outcome.ts'

/** The pockets of a wheel with a single zero, clockwise. */
export const wheel: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
]

export const pockets: readonly number[] = wheel.toSorted((one, other) => one - other)

export const rouletteMarks: readonly string[] = pockets.map((pocket) => `pocket-${pocket}`)

/** Draws a round: the draw below 37 is the number of the pocket. */
export function drawRoulette(draw: Draw): RouletteOutcome {
  return { kind: 'roulette', pocket: draw(wheel.length) }
}

export function marksOfRoulette({ pocket }: RouletteOutcome): string[] {
  return [`pocket-${pocket}`]
}

/** A pocket and the two on each side of it on the wheel, clockwise. */
export function neighboursOf(pocket: number): number[] {
  const place = wheel.indexOf(pocket)
  return [-2, -1, 0, 1, 2].map((offset) => wheel[(place + offset + wheel.length) % wheel.length] ?? 0)
}
