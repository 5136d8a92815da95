/** The coins of a dragon's hoard. */

import { everything, fading, n, path, strokes } from '../forms.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'

export const round = (x: number, y: number, r: number) => `<circle cx="${n(x)}" cy="${n(y)}" r="${r}"/>`
/** Copies of a shape all around the middle. */
export const about = (count: number, shape: string, offset = 0) =>
  Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${n(offset + (i * 360) / count)} 256 256)">${shape}</g>`,
  ).join('')

/** A coin whose middle is left plain for a value: about three fifths of its width. */
export const hoardCoin: Piece = [
  {
    kind: 'carved',
    shape: about(36, path('M247 14h18v26h-18Z')) + round(256, 256, 232),
    body: 'gold',
    bevel: 14,
    swell: 10,
    lift: 14,
  },
  {
    kind: 'carved',
    shape: ring(256, 256, 220, 158),
    body: 'oldGold',
    bevel: 6,
    swell: 4,
    exposure: 0.02,
    raised: about(16, strokes('M232 56C236 76 258 80 264 66C268 56 256 52 252 60M270 84C282 78 286 64 278 54', 6)),
    depth: 7,
    shadow: 0.3,
    lift: 2,
  },
  { kind: 'carved', shape: ring(256, 256, 166, 150), body: 'gold', bevel: 8, swell: 4, lift: 4 },
  {
    kind: 'carved',
    shape: round(256, 256, 151),
    body: 'gold',
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 256],
            [256, 410],
          ],
          [
            [0, 0],
            [0.6, 0.35],
            [1, 1],
          ],
          'radial',
        ),
        body: 'oldGold',
      },
    ],
    bevel: 12,
    swell: 26,
    soften: 8,
    exposure: 0.1,
    shadow: 0,
  },
  {
    kind: 'carved',
    shape: about(4, round(256, 67, 19), 45),
    body: 'azure',
    edge: 'gold',
    edgeWidth: 4,
    bevel: 16,
    swell: 6,
    exposure: 0.18,
    lift: 4,
  },
]

/** A third of a circle between two half circles: three of them turn about the middle. */
const comma = (radius: number, turn: number): string => {
  const at = (angle: number) =>
    `${n(256 + radius * Math.cos((angle * Math.PI) / 180))} ${n(256 + radius * Math.sin((angle * Math.PI) / 180))}`
  const half = n(radius / 2)
  return path(
    `M256 256A${half} ${half} 0 0 1 ${at(turn)}A${radius} ${radius} 0 0 1 ${at(turn + 120)}A${half} ${half} 0 0 0 256 256Z`,
  )
}

/** The coin as it lies on the reels, before it has a value: with the three-coloured swirl of Korean gates. */
export const emblemCoin: Piece = [
  ...hoardCoin,
  { kind: 'carved', shape: ring(256, 256, 128, 110), body: 'gold', bevel: 8, swell: 4, shadow: 0.4, lift: 3 },
  ...(['azure', 'coral', 'amber'] as const).map((body, index): Part => ({
    kind: 'carved',
    shape: comma(110, index * 120 - 90),
    body,
    edge: 'gold',
    edgeWidth: 5,
    bevel: 16,
    swell: 10,
    soften: 2,
    exposure: 0.08,
    lift: 3,
  })),
]

/** A small coin with a blue middle for the corners of the frame, where there is no room for the large one. */
export const cornerCoin: Piece = [
  { kind: 'carved', shape: round(256, 256, 178), body: 'gold', bevel: 12, swell: 8, lift: 12 },
  { kind: 'carved', shape: ring(256, 256, 156, 122), body: 'oldGold', bevel: 6, swell: 4, shadow: 0.3, lift: 2 },
  {
    kind: 'carved',
    shape: round(256, 256, 110),
    body: 'azure',
    edge: 'gold',
    edgeWidth: 7,
    bevel: 26,
    swell: 14,
    soften: 4,
    exposure: 0.1,
    lift: 4,
  },
]
