import type { Draw } from '../../draw.ts'
import type { SicBoOutcome } from '../outcome.ts'

export const faces = [1, 2, 3, 4, 5, 6] as const

/** The pairs of two different faces, the lower one first. */
export const facePairs: readonly (readonly [low: number, high: number])[] = faces.flatMap((low) =>
  faces.filter((high) => high > low).map((high) => [low, high] as const),
)

/** The sums of three dice. */
export const totals: readonly number[] = Array.from({ length: 16 }, (_, index) => index + 3)

/** `face-4`, `double-4`, `triple-4`: at least one, two, three dice show 4. `pair-2-5`: both faces are shown. */
export const sicBoMarks: readonly string[] = [
  ...totals.map((total) => `total-${total}`),
  ...faces.flatMap((face) => [`face-${face}`, `double-${face}`, `triple-${face}`]),
  'triple',
  ...facePairs.map(([low, high]) => `pair-${low}-${high}`),
]

/** Draws a round: three dice one after another, each a draw below 6 plus 1. */
export function drawSicBo(draw: Draw): SicBoOutcome {
  const [first, second, third] = [draw(6) + 1, draw(6) + 1, draw(6) + 1]
  return { kind: 'sic-bo', dice: [first, second, third] }
}

/** The marks of an outcome. */
export function marksOfSicBo({ dice }: SicBoOutcome): string[] {
  const shown = (face: number): number => dice.filter((one) => one === face).length
  return [
    `total-${dice[0] + dice[1] + dice[2]}`,
    ...faces.flatMap((face) =>
      [`face-${face}`, `double-${face}`, `triple-${face}`].filter((_, index) => shown(face) > index),
    ),
    ...(shown(dice[0]) === 3 ? ['triple'] : []),
    ...facePairs.filter(([low, high]) => shown(low) > 0 && shown(high) > 0).map(([low, high]) => `pair-${low}-${high}`),
  ]
}

/** The sets of marks that occur: those of the 56 throws that differ in more than the order of the dice. */
export const sicBoMarkSets: readonly (readonly string[])[] = faces.flatMap((low) =>
  faces
    .filter((middle) => middle >= low)
    .flatMap((middle) =>
      faces.filter((high) => high >= middle).map((high) => marksOfSicBo({ kind: 'sic-bo', dice: [low, middle, high] })),
    ),
)
