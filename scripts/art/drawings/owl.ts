/** An owl from the front: ear tufts, discs of feathers around its eyes. */

import { blade, both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { fur, tufts, type Carved } from './forest.ts'
import { circle } from './jewels.ts'

const disc = (eye: Point): Part[] => {
  const feather = (turn: number, length: number, half: number) =>
    blade(eye, { length, half, turn, belly: 0.72, foot: 4 })
  const turns = Array.from({ length: 18 }, (_, i) => i * 20)
  return [
    fur(path(turns.map((turn) => feather(turn, 104, 22)).join('')), 'amber', {
      edgeWidth: 2.5,
      bevel: 14,
      swell: 16,
      exposure: -0.08,
      engraved: path(turns.map((turn) => feather(turn, 96, 1.6)).join('')),
      depth: 5,
    }),
    fur(path(turns.map((turn) => feather(turn + 10, 80, 18)).join('')), 'ivory', {
      edgeWidth: 2,
      bevel: 12,
      swell: 12,
      exposure: 0.12,
      engraved: path(turns.map((turn) => feather(turn + 10, 74, 1.4)).join('')),
      depth: 4,
      lift: 5,
    }),
  ]
}

const owlEye = ([x, y]: Point): Piece => [
  { kind: 'carved', shape: circle(x, y, 51), body: 'ink', bevel: 10, swell: 0, lift: 4 },
  {
    kind: 'carved',
    shape: circle(x, y, 46),
    body: 'amber',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 40,
    swell: 8,
    exposure: 0.24,
    zones: [
      {
        shape: fading(
          everything,
          [
            [x, y],
            [x + 46, y],
          ],
          [
            [0.5, 0],
            [1, 0.8],
          ],
          'radial',
        ),
        body: 'coral',
      },
    ],
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: circle(x, y, 24), body: 'ink', bevel: 16, swell: 4, shadow: 0 },
  {
    kind: 'painted',
    svg: `<circle cx="${x - 10}" cy="${y - 14}" r="9" fill="#fff"/><circle cx="${x + 12}" cy="${y + 14}" r="4" fill="#fff" fill-opacity=".6"/>`,
  },
]

const chestRow = (y: number, count: number, spread: number, body: MaterialName, exposure: number): Carved =>
  fur(
    path(
      Array.from({ length: count }, (_, i) => {
        const share = count === 1 ? 0 : (i / (count - 1)) * 2 - 1
        return blade([256 + share * spread, y - share * share * 10], {
          length: 64,
          half: 24,
          turn: 180 - share * 16,
          belly: 0.62,
          foot: 16,
        })
      }).join(''),
    ),
    body,
    { edgeWidth: 2.5, bevel: 14, swell: 14, exposure, lift: 5 },
  )

/** The wings at its sides, which lift. */
export const owlWings: Piece = [
  ...tufts([350, 300], [196, 184, 172, 160], { length: 186, half: 36, bow: -28, body: 'umber', exposure: 0.34 }),
  ...tufts([356, 292], [180, 166, 152], { length: 132, half: 32, bow: -22, body: 'amber', exposure: -0.08 }),
]

export const owl: Piece = [
  fur(
    path('M256 120C356 120 410 190 406 296C402 400 340 476 256 482C172 476 110 400 106 296C102 190 156 120 256 120Z'),
    'umber',
    {
      bevel: 60,
      swell: 30,
      exposure: 0.26,
      lift: 12,
    },
  ),
  chestRow(414, 4, 66, 'amber', -0.04),
  chestRow(384, 5, 92, 'ivory', 0.06),
  chestRow(352, 6, 112, 'amber', 0),
  chestRow(322, 5, 108, 'ivory', 0.08),
  ...tufts([306, 176], [24, 40, 56, 74, 92], { length: 128, half: 30, bow: -12, body: 'umber', exposure: 0.3 }),
  fur(
    path('M256 96C330 92 396 130 408 206C416 280 362 340 256 340C150 340 96 280 104 206C116 130 182 92 256 96Z'),
    'umber',
    {
      bevel: 50,
      swell: 24,
      exposure: 0.3,
      engraved: both(strokes('M262 112L268 152M282 108L292 146M304 106L318 142M328 112L344 146M352 122L368 156', 5)),
      depth: 5,
      lift: 10,
    },
  ),
  ...disc([180, 226]),
  ...disc([332, 226]),
  ...owlEye([184, 226]),
  ...owlEye([328, 226]),
  fur(
    both(
      path('M256 262C262 214 290 172 336 150C372 132 402 96 410 44C434 84 430 140 394 172C356 204 300 206 268 262Z'),
    ),
    'umber',
    {
      bevel: 20,
      swell: 16,
      exposure: 0.36,
      engraved: both(
        strokes('M284 226C300 196 340 176 376 156C398 142 410 112 412 82M300 214C330 192 366 184 390 164', 4),
      ),
      depth: 5,
      lift: 10,
    },
  ),
  {
    kind: 'carved',
    shape: path(
      'M256 238C282 246 290 274 282 300C274 322 264 334 256 346C248 334 238 322 230 300C222 274 230 246 256 238Z',
    ),
    body: 'gold',
    bevel: 26,
    swell: 16,
    lift: 10,
    engraved: strokes('M256 250V330', 3),
    depth: 4,
  },
  {
    kind: 'painted',
    svg: '<ellipse cx="246" cy="268" rx="4" ry="7" fill="#2a1602" fill-opacity=".8"/><ellipse cx="266" cy="268" rx="4" ry="7" fill="#2a1602" fill-opacity=".8"/>',
  },
]

export const owlEyes = [
  [184, 226, 40],
  [328, 226, 40],
] as const
