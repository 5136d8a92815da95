/** A lotus in flower: three rows of petals, each with its blush and veins. */

import { blade, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece, Place } from '../piece.ts'
import { moved } from './moved.ts'

type Petal = { foot: Point; length: number; half: number; turn: number; bow?: number }
export type LotusColours = { readonly petal: MaterialName; readonly heart: MaterialName; readonly tip: MaterialName }

const back: readonly Petal[] = [
  { foot: [256, 372], length: 268, half: 58, turn: -34 },
  { foot: [256, 372], length: 268, half: 58, turn: 34 },
  { foot: [256, 366], length: 306, half: 64, turn: 0 },
]
const outer: readonly Petal[] = [
  { foot: [244, 388], length: 226, half: 50, turn: -78, bow: 26 },
  { foot: [268, 388], length: 226, half: 50, turn: 78, bow: -26 },
]
const middle: readonly Petal[] = [
  { foot: [248, 384], length: 250, half: 60, turn: -55, bow: 14 },
  { foot: [264, 384], length: 250, half: 60, turn: 55, bow: -14 },
  { foot: [256, 384], length: 262, half: 66, turn: -19, bow: 4 },
  { foot: [256, 384], length: 262, half: 66, turn: 19, bow: -4 },
]
const front: readonly Petal[] = [
  { foot: [248, 400], length: 172, half: 56, turn: -66, bow: 20 },
  { foot: [264, 400], length: 172, half: 56, turn: 66, bow: -20 },
  { foot: [256, 404], length: 196, half: 68, turn: -35, bow: 8 },
  { foot: [256, 404], length: 196, half: 68, turn: 35, bow: -8 },
  { foot: [256, 424], length: 226, half: 78, turn: 0 },
]

function petal(form: Petal, colours: LotusColours, exposure: number): Part {
  const { foot, length, half, turn, bow = 0 } = form
  const angle = (turn * Math.PI) / 180
  const tip: Point = [foot[0] + Math.sin(angle) * length, foot[1] - Math.cos(angle) * length]
  const veins = [-0.55, -0.28, 0, 0.28, 0.55].map((aside) =>
    blade(foot, {
      length: length * (0.9 - Math.abs(aside) * 0.34),
      half: 1.3,
      turn: turn + aside * 15,
      bow: bow + aside * half * 0.9,
    }),
  )
  return {
    kind: 'carved',
    shape: path(blade(foot, { length, half, turn, bow, foot: half * 0.5 })),
    body: colours.petal,
    zones: [
      {
        shape: fading(
          everything,
          [foot, tip],
          [
            [0.05, 1],
            [0.55, 0.72],
            [0.9, 0],
          ],
        ),
        body: colours.heart,
      },
      {
        shape: fading(
          everything,
          [foot, tip],
          [
            [0.66, 0],
            [1, 0.95],
          ],
        ),
        body: colours.tip,
      },
    ],
    edge: 'gold',
    edgeWidth: 4.5,
    bevel: half * 0.75,
    swell: 22,
    soften: 2.6,
    engraved: path(veins.join('')),
    depth: 2.6,
    exposure,
    lift: 9,
    rim: '5a1030',
  }
}

const pink: LotusColours = { petal: 'rose', heart: 'blush', tip: 'ruby' }

/** The row behind, which opens in a win. */
export function lotusBack(place: Place = {}, colours = pink): Piece {
  return moved(
    [...outer, ...back].map((one) => petal(one, colours, -0.1)),
    place,
  )
}

export function lotusFront(place: Place = {}, colours = pink): Piece {
  const ripples: Part = {
    kind: 'carved',
    shape: '<ellipse cx="256" cy="428" rx="196" ry="34"/>',
    body: 'leaf',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 24,
    swell: 8,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 400],
            [256, 470],
          ],
          [
            [0, 0],
            [1, 0.8],
          ],
        ),
        body: 'jade',
      },
    ],
    engraved: strokes(
      'M256 428L88 420M256 428L120 446M256 428L180 458M256 428L424 420M256 428L392 446M256 428L332 458',
      3,
    ),
    depth: 3,
    lift: 10,
  }
  const stamens: Part = {
    kind: 'carved',
    shape: path(
      Array.from({ length: 15 }, (_, i) =>
        blade([256, 340], { length: 138 - Math.abs(i - 7) * 5, half: 4, turn: (i - 7) * 6, belly: 0.86 }),
      ).join(''),
    ),
    body: 'gold',
    bevel: 6,
    swell: 6,
    lift: 6,
  }
  return moved(
    [
      ripples,
      stamens,
      ...middle.map((one) => petal(one, colours, 0.02)),
      ...front.map((one) => petal(one, colours, 0.1)),
    ],
    place,
  )
}

export function lotus(place: Place = {}, colours = pink): Piece {
  return [...lotusBack(place, colours), ...lotusFront(place, colours)]
}
