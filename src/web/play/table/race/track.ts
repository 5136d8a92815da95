import type { Animal } from './gait.ts'

/** The place of a race: its pictures, its ground, and how far it is to the line. */

/** The two bands of a picture of a place in CSS pixels: the night above, the stand below. Both meet themselves at their ends. */
export const sceneBands = { width: 1000, far: 170, stand: 160 } as const

export type Track = {
  animal: Animal
  /** In lengths of a runner. */
  lengths: number
  /** How the ground is painted: far and near, the other of two stripes, its edge, and what flies up. */
  ground: { far: string; near: string; stripe: string; edge: string; dust: string }
}

export const tracks = {
  turf: {
    animal: 'horse',
    lengths: 150,
    ground: { far: '#1b5a3c', near: '#0d3524', stripe: '#ffffff', edge: '#efe6d2', dust: '#5d8f5a' },
  },
  sand: {
    animal: 'hound',
    lengths: 170,
    ground: { far: '#7d6242', near: '#47351f', stripe: '#ffe9c0', edge: '#e8c177', dust: '#b99a6a' },
  },
} as const satisfies Record<string, Track>

export type TrackName = keyof typeof tracks

/** The colours of the numbers 1 to 8, those of caps at tracks in Korea and Japan, each with the colour of its figure. */
export const numberColours: readonly (readonly [silk: string, figure: string])[] = [
  ['#f5f1e8', '#14121a'],
  ['#34313c', '#ffffff'],
  ['#e2333f', '#ffffff'],
  ['#2f6fe4', '#ffffff'],
  ['#f4cf3a', '#14121a'],
  ['#1f9d55', '#ffffff'],
  ['#f08a24', '#14121a'],
  ['#f39abf', '#14121a'],
]

/** The coats of the runners, by number. */
export const coats: Readonly<Record<Animal, readonly string[]>> = {
  horse: ['#b06a36', '#6b4a3a', '#8f4f2c', '#d8d4d0', '#5a4038', '#c98a4a', '#7d4630', '#a8826a'],
  hound: ['#c9a06a', '#6a625e', '#e0d6c8', '#9a6a44', '#4f4a4c', '#b98a58', '#8a8078', '#d8b78a'],
}
