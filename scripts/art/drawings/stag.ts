/** A white stag from the front with antlers of gold, and a raven that calls. */

import { beside, blade, body, both, everything, fading, path, strokes, widths, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'
import { fur, tufts } from './forest.ts'
import { circle, ellipse } from './jewels.ts'

type Curve = readonly [Point, Point, Point, Point]

const beam: Curve = [
  [296, 150],
  [396, 160],
  [452, 90],
  [400, -6],
]
const tines: readonly Curve[] = [
  [
    [330, 148],
    [332, 116],
    [336, 96],
    [322, 64],
  ],
  [
    [386, 128],
    [376, 98],
    [372, 76],
    [356, 40],
  ],
  [
    [414, 96],
    [444, 86],
    [462, 70],
    [468, 36],
  ],
  [
    [364, 140],
    [400, 160],
    [432, 160],
    [458, 136],
  ],
]

export const antlers: Piece = [
  {
    kind: 'carved',
    shape: both(
      path(
        body(beam, widths([0, 17], [0.5, 13], [1, 2])) +
          tines.map((tine) => body(tine, widths([0, 11], [0.5, 9], [1, 1.5]), 0, 1, 8)).join(''),
      ),
    ),
    body: 'gold',
    bevel: 12,
    swell: 8,
    lift: 10,
    engraved: both(
      [-5, 4]
        .map((aside) => {
          const points = [0.04, 0.25, 0.5, 0.75].map((t) => beside(beam, t, aside))
          return strokes(`M${points.map(([x, y]) => `${x} ${y}`).join('L')}`, 3)
        })
        .join(''),
    ),
    depth: 3,
  },
]

/** The ears and the collar of hair, which stir. */
export const stagRuff: Piece = [
  fur(both(path(blade([318, 226], { length: 132, half: 36, turn: 66, bow: -20, belly: 0.5 }))), 'snow', {
    exposure: 0,
  }),
  fur(both(path(blade([330, 220], { length: 96, half: 20, turn: 66, bow: -16, belly: 0.5 }))), 'rose', {
    edgeWidth: 2,
    swell: -6,
    exposure: -0.02,
    shadow: 0.3,
    lift: 2,
  }),
  ...tufts([278, 330], [112, 132, 152, 170], { length: 176, half: 44, bow: -20, body: 'pearl', exposure: -0.06 }),
  ...tufts([272, 352], [124, 146, 166], { length: 132, half: 38, bow: -16, body: 'snow', exposure: 0.04 }),
]

export const stag: Piece = [
  fur(
    path(
      'M256 142C300 142 334 168 342 214C346 250 326 282 318 318C312 352 314 384 304 410C290 436 274 442 256 442C238 442 222 436 208 410C198 384 200 352 194 318C186 282 166 250 170 214C178 168 212 142 256 142Z',
    ),
    'snow',
    {
      bevel: 56,
      swell: 40,
      soften: 3,
      exposure: 0.08,
      rim: '4a6ab0',
      zones: [
        {
          shape: fading(
            everything,
            [
              [256, 150],
              [256, 250],
            ],
            [
              [0, 0.55],
              [1, 0],
            ],
          ),
          body: 'azure',
        },
        {
          shape: fading(
            ellipse(256, 410, 60, 50),
            [
              [256, 330],
              [256, 430],
            ],
            [
              [0, 0],
              [1, 0.7],
            ],
          ),
          body: 'blush',
        },
      ],
      engraved: both(
        strokes(
          'M262 160L266 206M278 160L284 200M296 168L302 204M314 182L318 210M268 300L272 352M318 262L306 276M312 288L300 304',
          4.5,
        ),
      ),
      depth: 5,
      lift: 14,
    },
  ),
  fur(
    path('M240 216C248 240 248 300 240 344C250 352 262 352 272 344C264 300 264 240 272 216C266 206 246 206 240 216Z'),
    'snow',
    {
      edgeWidth: 0.1,
      bevel: 16,
      swell: 12,
      exposure: 0.16,
      shadow: 0.4,
      lift: 4,
    },
  ),
  {
    kind: 'carved',
    shape: path(
      'M208 384C216 368 240 366 256 372C272 366 296 368 304 384C304 402 282 414 256 416C230 414 208 402 208 384Z',
    ),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 2.5,
    bevel: 20,
    swell: 14,
    exposure: 0.2,
    engraved: both(ellipse(280, 390, 11, 7, -24)),
    depth: 8,
    lift: 6,
  },
  {
    kind: 'carved',
    shape: strokes('M256 414V426M232 432Q256 444 280 432', 5),
    body: 'wine',
    bevel: 3,
    swell: 0,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(ellipse(306, 236, 28, 22, -24)), body: 'ink', bevel: 10, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: both(ellipse(306, 236, 22, 17, -24)),
    body: 'azure',
    bevel: 16,
    swell: 6,
    exposure: 0.24,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(circle(304, 236, 9)), body: 'ink', bevel: 7, swell: 2, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="299" cy="229" r="4.500" fill="#fff"/><circle cx="203" cy="229" r="4.500" fill="#fff"/>',
  },
  fur(both(path('M272 226C284 202 318 196 340 214C320 212 302 216 286 232C278 238 272 234 272 226Z')), 'snow', {
    bevel: 10,
    swell: 8,
    exposure: 0.12,
    lift: 5,
  }),
  ...tufts([276, 168], [-24, -6, 14], { length: 56, half: 18, bow: -6, body: 'snow', exposure: 0.14 }),
]

export const stagEyes = [
  [306, 236, 16],
  [206, 236, 16],
] as const

const shoulder: Point = [262, 262]

const feather = (
  foot: Point,
  turn: number,
  length: number,
  half: number,
  sheen: 'plum' | 'night' | 'ink',
  exposure: number,
): Part =>
  fur(path(blade(foot, { length, half, turn, bow: 16, belly: 0.7, foot: 9 })), sheen, {
    edgeWidth: 2.5,
    bevel: 14,
    swell: 14,
    engraved: path(
      blade(foot, { length: length * 0.94, half: 1.8, turn, bow: 16 }) +
        [0.5, 0.66, 0.82]
          .flatMap((share) => {
            const angle = (turn * Math.PI) / 180
            const at: Point = [foot[0] + Math.sin(angle) * length * share, foot[1] - Math.cos(angle) * length * share]
            return [26, -26].map((off) => blade(at, { length: 26, half: 1.3, turn: turn + off }))
          })
          .join(''),
    ),
    depth: 4,
    exposure,
    lift: 7,
  })

const spread = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))

/** The raised wings. */
export const ravenWings: Piece = [
  ...spread(96, 8, 8).map((turn, i) => feather([300, 258], turn, 246 - Math.abs(i - 4) * 10, 30, 'plum', 0.22)),
  ...spread(-96, -8, 8).map((turn, i) => feather([212, 258], turn, 246 - Math.abs(i - 4) * 10, 30, 'plum', 0.22)),
  ...spread(102, 12, 7).map((turn) => feather([294, 262], turn, 176, 30, 'night', 0.3)),
  ...spread(-102, -12, 7).map((turn) => feather([218, 262], turn, 176, 30, 'night', 0.3)),
  ...spread(110, 20, 6).map((turn) => feather([288, 266], turn, 116, 28, 'ink', 0.34)),
  ...spread(-110, -20, 6).map((turn) => feather([224, 266], turn, 116, 28, 'ink', 0.34)),
]

export const raven: Piece = [
  ...spread(200, 160, 5).map((turn) => feather([256, 380], turn, 118, 22, 'plum', 0.24)),
  fur(
    path('M256 184C318 190 336 262 328 326C320 384 290 420 256 424C222 420 192 384 184 326C176 262 194 190 256 184Z'),
    'ink',
    {
      bevel: 56,
      swell: 40,
      soften: 3,
      exposure: 0.3,
      rim: '8a6af0',
      engraved: strokes(
        [250, 286, 322, 358, 392]
          .map((y, row) =>
            spread(-60 + row * 4, 60 - row * 4, 5)
              .map((x) => `M${256 + x - 14} ${y}q14 20 28 0`)
              .join(''),
          )
          .join(''),
        4.5,
      ),
      depth: 5,
      lift: 12,
    },
  ),
  ...spread(150, 210, 5).map((turn) => feather(shoulder, turn, 76, 17, 'night', 0.32)),
  {
    kind: 'carved',
    shape: path('M196 150C160 150 122 164 92 196C128 194 160 196 190 206C200 190 202 168 196 150Z'),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 3,
    bevel: 24,
    swell: 16,
    exposure: 0.34,
    engraved: strokes('M186 172C160 172 140 178 120 186', 3),
    depth: 4,
    lift: 10,
  },
  {
    kind: 'carved',
    shape: path('M194 204C166 208 142 220 122 238C150 240 178 236 204 224Z'),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 3,
    bevel: 16,
    swell: 10,
    exposure: 0.26,
    lift: 8,
  },
  {
    kind: 'carved',
    shape: path('M190 202C166 204 146 214 132 228L196 212Z'),
    body: 'ruby',
    bevel: 8,
    swell: 2,
    shadow: 0,
    exposure: 0.1,
  },
  fur(
    path('M182 172C186 118 236 92 284 106C330 120 344 172 330 220C316 258 270 270 232 258C196 246 178 214 182 172Z'),
    'night',
    {
      bevel: 54,
      swell: 30,
      soften: 3,
      exposure: 0.26,
      rim: '8a6af0',
      engraved: strokes(
        'M300 150q14 12 10 30M280 130q16 10 14 30M306 190q10 14 0 32M276 176q16 12 12 32M260 214q18 6 22 26M248 118q18 4 24 20',
        4.5,
      ),
      depth: 5,
      lift: 12,
    },
  ),
  { kind: 'carved', shape: circle(238, 166, 29), body: 'ink', bevel: 10, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: circle(237, 166, 22),
    body: 'ruby',
    edge: 'gold',
    edgeWidth: 3,
    bevel: 18,
    swell: 6,
    exposure: 0.24,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: circle(234, 166, 10), body: 'ink', bevel: 7, swell: 2, shadow: 0 },
  { kind: 'painted', svg: '<circle cx="229" cy="159" r="4.500" fill="#fff"/>' },
  fur(path('M198 156C216 130 252 126 284 144C262 142 240 146 222 156C212 162 202 164 198 156Z'), 'night', {
    bevel: 12,
    swell: 8,
    exposure: 0.34,
    lift: 6,
  }),
]
