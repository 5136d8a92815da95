/** A lynx from the front. */

import { both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { Piece } from '../piece.ts'
import { fur, tufts } from './forest.ts'
import { circle, ellipse } from './jewels.ts'

const spots: readonly Point[] = [
  [276, 132],
  [300, 152],
  [282, 168],
  [320, 176],
  [346, 190],
  [338, 158],
  [368, 214],
  [352, 240],
  [378, 250],
  [364, 278],
]

/** The whiskered cheeks. */
export const lynxRuff: Piece = [
  ...tufts([300, 262], [66, 88, 110, 132, 152], { length: 190, half: 46, bow: -22, body: 'ivory', exposure: 0 }),
  ...tufts([294, 276], [80, 104, 128, 150], { length: 148, half: 40, bow: -18, body: 'snow', exposure: 0.04 }),
]

export const lynx: Piece = [
  fur(both(path('M292 158C316 104 352 66 400 44C420 98 416 160 388 210Z')), 'amber', { edge: 'gold', exposure: -0.12 }),
  fur(both(path('M328 150C346 116 368 92 392 78C402 118 396 160 374 192Z')), 'blush', {
    edgeWidth: 2,
    swell: -6,
    exposure: -0.16,
    shadow: 0.3,
  }),
  ...tufts([394, 62], [14, 32, -2], { length: 62, half: 12, bow: 6, body: 'ink', exposure: 0.24 }),
  fur(
    path(
      'M256 104C330 102 388 146 398 214C404 262 380 300 352 326C330 366 300 398 256 400C212 398 182 366 160 326C132 300 108 262 114 214C124 146 182 102 256 104Z',
    ),
    'amber',
    {
      edge: 'gold',
      bevel: 62,
      swell: 40,
      soften: 3,
      exposure: -0.06,
      zones: [
        { shape: both(path('M386 250C360 262 330 276 318 318L300 380H340C370 340 396 300 386 250Z')), body: 'snow' },
        { shape: both(ellipse(314, 190, 34, 13, -24)), body: 'snow' },
        { shape: both(spots.map(([x, y]) => ellipse(x, y, 7.5, 5.5, 30)).join('')), body: 'umber' },
      ],
      engraved: both(strokes('M262 118L264 156M392 262L360 274M386 290L352 296', 5)),
      depth: 5,
      lift: 12,
    },
  ),
  fur(
    path(
      'M256 188C276 194 284 230 292 266C306 284 316 306 308 330C296 352 276 362 256 362C236 362 216 352 204 330C196 306 206 284 220 266C228 230 236 194 256 188Z',
    ),
    'ivory',
    {
      edgeWidth: 2,
      bevel: 40,
      swell: 28,
      soften: 3,
      exposure: 0.04,
      zones: [
        {
          shape: fading(
            everything,
            [
              [256, 190],
              [256, 300],
            ],
            [
              [0, 0.95],
              [1, 0],
            ],
          ),
          body: 'amber',
        },
      ],
      lift: 9,
    },
  ),
  {
    kind: 'carved',
    shape: both(path('M270 246C282 212 330 196 368 206C358 240 320 262 290 258C280 256 272 252 270 246Z')),
    body: 'ink',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 8,
    swell: 0,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: both(path('M284 243C298 218 332 208 356 214C346 238 316 252 296 250C288 248 282 248 284 243Z')),
    body: 'leaf',
    bevel: 14,
    swell: 8,
    exposure: 0.26,
    shadow: 0.2,
    lift: 2,
  },
  { kind: 'carved', shape: both(ellipse(320, 231, 8, 14)), body: 'ink', bevel: 7, swell: 2, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="314" cy="224" r="4.500" fill="#fff"/><circle cx="190" cy="224" r="4.500" fill="#fff"/>',
  },
  fur(
    both(
      path('M264 238C276 204 318 180 374 182C366 200 340 206 320 212C300 220 286 232 278 246C270 252 262 246 264 238Z'),
    ),
    'amber',
    {
      edge: 'gold',
      bevel: 14,
      swell: 12,
      exposure: -0.04,
      lift: 7,
    },
  ),
  fur(both(path('M256 326C278 320 306 322 318 338C312 366 284 376 256 366Z')), 'snow', {
    edgeWidth: 0.1,
    bevel: 22,
    swell: 16,
    exposure: 0.12,
    engraved: both(circle(286, 344, 3.5) + circle(300, 350, 3.5) + circle(278, 354, 3.5)),
    depth: 5,
    lift: 6,
  }),
  fur(path('M226 370C240 362 272 362 286 370C280 390 268 400 256 400C244 400 232 390 226 370Z'), 'snow', {
    edgeWidth: 2,
    bevel: 14,
    exposure: 0.04,
    lift: 4,
  }),
  {
    kind: 'carved',
    shape: path('M222 296C236 286 276 286 290 296C286 316 270 330 256 332C242 330 226 316 222 296Z'),
    body: 'rose',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 18,
    swell: 12,
    exposure: 0,
    lift: 7,
  },
]

export const lynxEyes = [
  [320, 231, 18],
  [192, 231, 18],
] as const
