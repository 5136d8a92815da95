/** A wolf's face from the front, in silver and night blue. */

import { blade, both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'

type Carved = Extract<Part, { kind: 'carved' }>

const fur = (shape: string, body: Carved['body'], more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body,
  edge: 'silver',
  edgeWidth: 3,
  bevel: 24,
  swell: 24,
  soften: 2.4,
  exposure: 0.08,
  lift: 9,
  rim: '1c3f8a',
  ...more,
})

const hairs = (foot: Point, turn: number, length: number): string =>
  [-10, -5, 0, 5, 10].map((off) => blade(foot, { length: length * 0.92, half: 1.5, turn: turn + off * 0.8 })).join('')

function locks(
  foot: Point,
  turns: readonly number[],
  length: number,
  half: number,
  body: Carved['body'],
  exposure: number,
): Part[] {
  return turns.map((turn) =>
    fur(both(path(blade(foot, { length, half, turn, bow: -18, belly: 0.42 }))), body, {
      engraved: both(path(hairs(foot, turn, length))),
      depth: 4,
      exposure,
    }),
  )
}

export const wolfHead: Piece = [
  fur(both(path('M300 176C316 104 350 40 398 12C424 66 424 150 396 214Z')), 'night', { exposure: 0.3 }),
  fur(both(path('M336 160C348 112 368 74 392 52C404 92 402 148 384 188Z')), 'plum', {
    bevel: 18,
    swell: 0,
    shadow: 0.3,
    exposure: 0.1,
  }),
  ...locks([280, 240], [62, 86, 110, 134], 214, 46, 'sapphire', -0.04),
  ...locks([280, 250], [78, 102, 126, 150], 176, 42, 'night', 0.34),
  ...locks([276, 262], [96, 120, 144], 142, 36, 'snow', 0.04),
  fur(
    path(
      'M256 96C312 92 366 124 384 190C390 234 366 268 336 288L300 360H212L176 288C146 268 122 234 128 190C146 124 200 92 256 96Z',
    ),
    'night',
    {
      bevel: 58,
      swell: 40,
      soften: 3,
      exposure: 0.36,
      zones: [
        { shape: both(path('M372 240C352 250 318 262 300 300L290 352H330C360 320 384 280 372 240Z')), body: 'snow' },
        { shape: both('<ellipse cx="318" cy="178" rx="30" ry="14" transform="rotate(-26 318 178)"/>'), body: 'snow' },
        {
          shape: fading(
            everything,
            [
              [256, 90],
              [256, 200],
            ],
            [
              [0, 0.9],
              [1, 0],
            ],
          ),
          body: 'sapphire',
        },
      ],
      engraved: both(
        strokes('M262 110L266 150M278 108L286 146M296 112L306 146M314 120L328 150M334 132L348 158M350 152L364 176', 4),
      ),
      depth: 4,
      lift: 14,
    },
  ),
  fur(
    path(
      'M256 176C282 184 288 224 294 262C312 286 322 316 312 344C298 366 276 374 256 374C236 374 214 366 200 344C190 316 200 286 218 262C224 224 230 184 256 176Z',
    ),
    'snow',
    {
      bevel: 44,
      swell: 30,
      soften: 3,
      zones: [
        {
          shape: fading(
            everything,
            [
              [256, 180],
              [256, 330],
            ],
            [
              [0, 0.85],
              [0.8, 0],
            ],
          ),
          body: 'night',
        },
      ],
      exposure: 0.1,
      lift: 10,
    },
  ),
  {
    kind: 'carved',
    shape: both(path('M272 240C282 208 326 190 360 194C352 230 318 252 290 250C280 250 274 247 272 240Z')),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 3,
    bevel: 8,
    swell: 0,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: both(path('M286 236C298 212 328 200 350 202C342 228 314 244 296 243C288 242 284 240 286 236Z')),
    body: 'amber',
    bevel: 14,
    swell: 8,
    exposure: 0.3,
    shadow: 0.2,
    lift: 2,
  },
  {
    kind: 'carved',
    shape: both('<circle cx="316" cy="222" r="10"/>'),
    body: 'ink',
    bevel: 7,
    swell: 2,
    shadow: 0,
    lift: 1,
  },
  {
    kind: 'painted',
    svg: '<circle cx="321" cy="217" r="4" fill="#fff"/><circle cx="201" cy="217" r="4" fill="#fff"/>',
  },
  fur(
    both(
      path('M262 232C276 198 318 172 372 168C368 190 340 200 318 206C298 214 284 226 276 240C268 246 260 240 262 232Z'),
    ),
    'night',
    { bevel: 14, swell: 12, exposure: 0.28, lift: 7 },
  ),
  fur(path('M200 356C216 400 236 424 256 428C276 424 296 400 312 356Z'), 'wine', {
    edgeWidth: 2,
    bevel: 10,
    swell: 0,
    exposure: -0.08,
    lift: 4,
  }),
  {
    kind: 'carved',
    shape: both(
      path(
        blade([296, 352], { length: 48, half: 11, turn: 186, belly: 0.3, foot: 10 }) +
          blade([274, 360], { length: 20, half: 6, turn: 180, belly: 0.3, foot: 5 }),
      ),
    ),
    body: 'ivory',
    bevel: 9,
    swell: 6,
    exposure: 0.24,
    lift: 5,
  },
  fur(
    path(
      'M190 350C202 410 228 456 256 458C284 456 310 410 322 350L304 362C292 398 274 424 256 426C238 424 220 398 208 362Z',
    ),
    'snow',
    { bevel: 18, swell: 12, lift: 8 },
  ),
  fur(both(path('M256 336C276 330 298 326 316 338C316 360 290 374 256 370Z')), 'snow', {
    bevel: 24,
    swell: 16,
    edgeWidth: 0.1,
    exposure: 0.12,
    lift: 6,
  }),
  {
    kind: 'carved',
    shape: path('M214 300C230 288 282 288 298 300C296 326 274 344 256 346C238 344 216 326 214 300Z'),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 2.5,
    bevel: 20,
    swell: 14,
    exposure: 0.14,
    lift: 7,
  },
]
