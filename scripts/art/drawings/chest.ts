/** A king's chest, open: lid, treasure, box; and a lion's head in gold. */

import { both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'
import { cabochon, circle, coinLying, facetted, pearls } from './jewels.ts'
import { moved } from './moved.ts'
import { crown } from './regalia.ts'

type Carved = Extract<Part, { kind: 'carved' }>

const gold = (shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: 'gold',
  bevel: 12,
  swell: 8,
  soften: 1.5,
  lift: 6,
  ...more,
})

const wood = (shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: 'umber',
  bevel: 16,
  swell: 16,
  exposure: 0.1,
  lift: 10,
  depth: 4,
  ...more,
})

/** The lid seen from below, with its lining of velvet. */
export const chestLid: Piece = [
  wood(path('M64 262C50 150 112 58 256 52C400 58 462 150 448 262Z'), { body: 'umber', lift: 14 }),
  gold(
    `<path fill-rule="evenodd" d="M58 268C44 146 108 48 256 42C404 48 468 146 454 268H418C428 170 376 84 256 80C136 84 84 170 94 268Z"/>`,
    { bevel: 16, swell: 10, lift: 8 },
  ),
  {
    kind: 'carved',
    shape: path('M100 268C90 176 140 94 256 90C372 94 422 176 412 268Z'),
    body: 'plum',
    bevel: 40,
    swell: -30,
    soften: 3,
    exposure: 0.08,
    engraved: both(strokes('M256 92V268M300 96C318 150 324 210 322 268M340 112C370 160 382 214 382 268', 5)),
    depth: 5,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 268],
            [256, 100],
          ],
          [
            [0, 0.85],
            [0.6, 0.25],
            [1, 0],
          ],
          'radial',
        ),
        body: 'amber',
      },
    ],
    shadow: 0.3,
    lift: 2,
  },
  ...pearls(
    Array.from({ length: 13 }, (_, i): Point => {
      const angle = ((i / 12) * 170 - 85) * (Math.PI / 180)
      return [256 + Math.sin(angle) * 180, 254 - Math.cos(angle) * 192]
    }),
    8,
    'amber',
  ),
  ...facetted(256, 60, 24, 'ruby', { sides: 6, turn: 0 }),
]

const coins: readonly (readonly [x: number, y: number, r: number, flat: number, turn: number])[] = [
  [110, 262, 34, 0.62, -30],
  [402, 262, 34, 0.6, 28],
  [150, 236, 36, 0.7, 18],
  [362, 234, 36, 0.66, -20],
  [202, 224, 34, 0.55, -12],
  [312, 222, 34, 0.5, 10],
  [92, 288, 34, 0.5, 8],
  [420, 288, 34, 0.5, -8],
  [134, 284, 36, 0.6, -24],
  [378, 284, 36, 0.6, 24],
  [180, 276, 36, 0.5, 6],
  [332, 276, 36, 0.52, -6],
  [228, 290, 36, 0.44, 2],
  [284, 292, 36, 0.44, -4],
]

/** What fills it: coins, stones, pearls, and a crown on top. */
export const treasure: Piece = [
  ...moved(crown, { x: 256, y: 172, scale: 0.4, turn: -8 }),
  ...coins.flatMap(([x, y, r, flat, turn]) => coinLying(x, y, r, flat, turn)),
  ...facetted(164, 252, 27, 'jade', { sides: 6, turn: 14, setting: null }),
  ...facetted(352, 250, 29, 'ruby', { sides: 8, turn: 8, setting: null }),
  ...facetted(256, 268, 25, 'azure', { sides: 6, turn: 30, setting: null }),
  ...facetted(404, 270, 18, 'amethyst', { sides: 6, setting: null }),
  ...pearls(
    [
      [96, 256],
      [112, 274],
      [130, 288],
      [150, 298],
      [172, 302],
      [82, 240],
    ],
    12,
  ),
]

const planks = [338, 376, 414].map((y) => `M72 ${y}H440`).join('')
const grain = [352, 362, 392, 402, 430]
  .map((y, i) => `M${96 + i * 14} ${y}q60 ${i % 2 === 0 ? 6 : -6} 130 0M${280 - i * 9} ${y + 3}q50 -6 120 0`)
  .join('')

export const chestBox: Piece = [
  wood(path('M56 300H456L440 456C438 466 430 470 422 470H90C82 470 74 466 72 456Z'), {
    engraved: strokes(planks, 6) + strokes(grain, 2.5),
    depth: 5,
    lift: 16,
  }),
  gold(path('M44 292H468V330H44Z'), {
    bevel: 14,
    lift: 10,
    engraved: strokes(Array.from({ length: 15 }, (_, i) => `M${60 + i * 28} 318l14 -14l14 14`).join(''), 4),
    depth: 4,
  }),
  gold(both(path('M326 326H366L360 472H326Z')), { bevel: 12, lift: 6 }),
  gold(
    both(path('M456 326H424C424 356 410 372 396 372V390C420 392 430 410 428 430H392V472H424C434 472 440 466 442 456Z')),
    {
      bevel: 10,
      lift: 6,
    },
  ),
  gold(path('M62 448H450L446 474H66Z'), { bevel: 10, lift: 6 }),
  ...[350, 392, 434].flatMap((y) =>
    pearls(
      [
        [344, y],
        [168, y],
      ],
      8,
      'amber',
    ),
  ),
  gold(path('M206 304H306L314 344C314 384 290 420 256 434C222 420 198 384 198 344Z'), {
    bevel: 18,
    swell: 12,
    lift: 12,
  }),
  {
    kind: 'carved',
    shape: path('M220 322H292L296 348C296 376 280 400 256 412C232 400 216 376 216 348Z'),
    body: 'wine',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 10,
    swell: 6,
    exposure: 0.06,
    shadow: 0.2,
    lift: 2,
  },
  gold(circle(256, 354, 20) + path('M248 362H264L272 398H240Z'), { body: 'ink', bevel: 6, swell: 0, shadow: 0 }),
  gold(`<path fill-rule="evenodd" d="M256 326a28 28 0 1 0 .1 0ZM256 334a20 20 0 1 1 -.1 0Z"/>`, {
    bevel: 4,
    swell: 2,
    lift: 2,
  }),
  ...cabochon(104, 311, 11, 'sapphire'),
  ...cabochon(408, 311, 11, 'sapphire'),
]

/** The whole chest, as on tile and title. */
export const openChest: Piece = [...chestLid, ...treasure, ...chestBox]
