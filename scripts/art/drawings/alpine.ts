/** Beasts of the high rocks: an eagle in flight and an ibex, before roundels. */

import { beside, blade, body, both, everything, fading, path, strokes, widths, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { eagleHead } from './beasts.ts'
import { fur, tufts } from './forest.ts'
import { ring } from '../own.ts'
import { circle, ellipse } from './jewels.ts'
import { moved } from './moved.ts'

const spread = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))

const wing = (from: number, to: number, count: number, length: number, tint: MaterialName, exposure: number): Part[] =>
  spread(from, to, count).map((turn, i) => {
    const long = length * (1 - 0.05 * Math.abs(i - count * 0.4))
    const foot: Point = [292, 262]
    return fur(both(path(blade(foot, { length: long, half: 31, turn, bow: 18, belly: 0.72, foot: 10 }))), tint, {
      edge: 'gold',
      edgeWidth: 3,
      bevel: 14,
      swell: 14,
      engraved: both(
        path(
          blade(foot, { length: long * 0.94, half: 1.9, turn, bow: 18 }) +
            [0.5, 0.66, 0.82]
              .flatMap((share) => {
                const angle = (turn * Math.PI) / 180
                const at: Point = [foot[0] + Math.sin(angle) * long * share, foot[1] - Math.cos(angle) * long * share]
                return [26, -26].map((off) => blade(at, { length: 28, half: 1.4, turn: turn + off }))
              })
              .join(''),
        ),
      ),
      depth: 4,
      exposure,
    })
  })

/** A roundel of enamel with a rim of gold, lit from within. */
export function roundel(tint: MaterialName, glow: string): Piece {
  return [
    {
      kind: 'carved',
      shape: circle(256, 256, 236),
      body: 'gold',
      bevel: 14,
      swell: 6,
      lift: 10,
      engraved: ring(256, 256, 229, 225),
      depth: 5,
    },
    {
      kind: 'carved',
      shape: circle(256, 256, 214),
      body: tint,
      edge: 'gold',
      edgeWidth: 6,
      bevel: 30,
      swell: -10,
      exposure: 0.02,
      shadow: 0.3,
      lift: 2,
    },
    {
      kind: 'painted',
      svg: `<defs><radialGradient id="g"><stop offset="0" stop-color="${glow}" stop-opacity=".7"/><stop offset=".6" stop-color="${glow}" stop-opacity=".24"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs><circle cx="256" cy="250" r="206" fill="url(#g)"/>`,
    },
  ]
}

/** The raised wings, which beat. */
export const eagleWings: Piece = [
  ...wing(106, 14, 9, 240, 'umber', 0.3),
  ...wing(110, 20, 8, 176, 'amber', -0.1),
  ...wing(114, 28, 7, 118, 'ivory', 0),
]

export const eagle: Piece = [
  ...spread(216, 144, 6).map((turn) =>
    fur(path(blade([256, 352], { length: 150, half: 28, turn, belly: 0.74, foot: 10 })), 'snow', {
      edge: 'gold',
      edgeWidth: 3,
      engraved: path(blade([256, 352], { length: 140, half: 1.8, turn })),
      depth: 4,
      exposure: 0.02,
    }),
  ),
  {
    kind: 'carved',
    shape: both(strokes('M292 392L306 446M306 440L284 470M306 440L312 478M306 440L336 462', 17)),
    body: 'gold',
    bevel: 8,
    swell: 5,
    lift: 9,
  },
  fur(
    path('M256 176C326 182 344 262 330 330C320 386 290 418 256 420C222 418 192 386 182 330C168 262 186 182 256 176Z'),
    'umber',
    {
      edge: 'gold',
      bevel: 56,
      swell: 40,
      soften: 3,
      exposure: 0.32,
      engraved: strokes(
        [262, 296, 330, 364, 394]
          .map((y, row) =>
            spread(-58 + row * 5, 58 - row * 5, 5)
              .map((x) => `M${256 + x - 14} ${y}q14 20 28 0`)
              .join(''),
          )
          .join(''),
        5,
      ),
      depth: 6,
      lift: 12,
    },
  ),
  ...[0, 1, 2, 3].flatMap((row) =>
    spread(-52 + row * 4, 52 - row * 4, 3 + (row % 2)).map((x) => {
      const foot: Point = [256 + x, 344 - row * 38]
      return fur(
        path(blade(foot, { length: 70, half: 27, turn: 180 - x * 0.2, belly: 0.6, foot: 16 })),
        row > 1 ? 'ivory' : 'amber',
        {
          edge: 'gold',
          edgeWidth: 2.5,
          engraved: path(blade(foot, { length: 60, half: 1.6, turn: 180 - x * 0.2 })),
          depth: 4,
          exposure: row > 1 ? -0.04 + row * 0.03 : -0.12 + row * 0.04,
        },
      )
    }),
  ),
  ...moved(eagleHead, { x: 226, y: 178, scale: 0.74 }),
]

export const eagleEye = [270, 94, 17] as const

const horn: readonly [Point, Point, Point, Point] = [
  [292, 176],
  [318, -30],
  [490, 0],
  [466, 196],
]

export const ibexHorns: Piece = [
  {
    kind: 'carved',
    shape: both(path(body(horn, widths([0, 30], [0.4, 29], [0.8, 18], [1, 3])))),
    body: 'ivory',
    edge: 'gold',
    edgeWidth: 4,
    bevel: 24,
    swell: 16,
    exposure: -0.02,
    zones: [
      {
        shape: both(
          fading(
            everything,
            [
              [292, 180],
              [470, 120],
            ],
            [
              [0, 0.9],
              [0.8, 0.1],
            ],
          ),
        ),
        body: 'amber',
      },
    ],
    engraved: both(
      Array.from({ length: 12 }, (_, i) => {
        const t = 0.06 + i * 0.072
        const a = beside(horn, t, -34)
        const b = beside(horn, t + 0.02, 34)
        return strokes(`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, 7)
      }).join(''),
    ),
    depth: 8,
    lift: 12,
  },
]

/** The ears and the collar of hair. */
export const ibexRuff: Piece = [
  fur(both(path(blade([326, 246], { length: 118, half: 28, turn: 96, bow: -16, belly: 0.5 }))), 'umber', {
    edge: 'gold',
    exposure: 0.34,
  }),
  ...tufts([276, 340], [118, 138, 158, 176], { length: 160, half: 44, bow: -18, body: 'umber', exposure: 0.24 }),
  ...tufts([270, 362], [130, 152, 172], { length: 122, half: 36, bow: -14, body: 'ivory', exposure: -0.04 }),
]

export const ibex: Piece = [
  ...tufts([256, 432], [180], { length: 74, half: 26, bow: 0, body: 'umber', exposure: 0.2 }),
  fur(
    path(
      'M256 150C304 150 340 178 346 226C350 264 328 292 322 330C318 366 318 396 306 420C292 446 274 452 256 452C238 452 220 446 206 420C194 396 194 366 190 330C184 292 162 264 166 226C172 178 208 150 256 150Z',
    ),
    'umber',
    {
      edge: 'gold',
      bevel: 56,
      swell: 40,
      soften: 3,
      exposure: 0.36,
      zones: [
        {
          shape: fading(
            ellipse(256, 420, 66, 56),
            [
              [256, 340],
              [256, 430],
            ],
            [
              [0, 0],
              [1, 0.9],
            ],
          ),
          body: 'ivory',
        },
        { shape: both(ellipse(316, 226, 34, 16, -30)), body: 'ivory' },
      ],
      engraved: both(
        strokes('M262 170L266 216M278 170L284 210M296 178L304 212M268 310L272 362M320 272L308 286M314 298L302 314', 5),
      ),
      depth: 5,
      lift: 14,
    },
  ),
  fur(
    path('M238 226C246 250 246 310 238 354C250 362 262 362 274 354C266 310 266 250 274 226C268 216 244 216 238 226Z'),
    'ivory',
    {
      edgeWidth: 0.1,
      bevel: 16,
      swell: 12,
      exposure: -0.02,
      shadow: 0.4,
      lift: 4,
    },
  ),
  {
    kind: 'carved',
    shape: path(
      'M208 394C218 378 240 378 256 386C272 378 294 378 304 394C300 412 282 422 256 424C230 422 212 412 208 394Z',
    ),
    body: 'ink',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 20,
    swell: 14,
    exposure: 0.2,
    engraved: both(ellipse(280, 400, 11, 7, -24)),
    depth: 8,
    lift: 6,
  },
  { kind: 'carved', shape: both(ellipse(312, 244, 29, 23, -20)), body: 'ink', bevel: 10, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: both(ellipse(312, 244, 23, 18, -20)),
    body: 'amber',
    bevel: 16,
    swell: 6,
    exposure: 0.28,
    shadow: 0.2,
    lift: 1,
  },
  {
    kind: 'carved',
    shape: both('<rect x="300" y="238" width="22" height="11" rx="5"/>'),
    body: 'ink',
    bevel: 5,
    swell: 2,
    shadow: 0,
  },
  {
    kind: 'painted',
    svg: '<circle cx="304" cy="236" r="4.500" fill="#fff"/><circle cx="208" cy="236" r="4.500" fill="#fff"/>',
  },
  fur(both(path('M274 236C286 208 324 200 350 222C328 218 306 222 290 240C282 246 274 244 274 236Z')), 'umber', {
    edge: 'gold',
    bevel: 10,
    swell: 8,
    exposure: 0.38,
    lift: 5,
  }),
  ...tufts([276, 170], [-20, 0, 18], { length: 52, half: 18, bow: -6, body: 'umber', exposure: 0.34 }),
]

export const ibexEyes = [
  [312, 244, 16],
  [200, 244, 16],
] as const
