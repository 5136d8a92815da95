/** A king's regalia: crown, sceptre with orb, chalice, ring and key. */

import { blade, both, everything, fading, path, strokes, type Point } from '../forms.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { cabochon, circle, ellipse, facetted, pearls } from './jewels.ts'
import { moved } from './moved.ts'

type Carved = Extract<Part, { kind: 'carved' }>

const gold = (shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: 'gold',
  bevel: 14,
  swell: 10,
  soften: 1.5,
  lift: 8,
  ...more,
})

const fleur = (x: number, y: number, size: number): string =>
  path(
    blade([x, y], { length: size, half: size * 0.26, turn: 0, belly: 0.6, foot: size * 0.07 }) +
      blade([x + 2, y - size * 0.06], {
        length: size * 0.66,
        half: size * 0.16,
        turn: 40,
        bow: -size * 0.16,
        belly: 0.7,
        foot: 4,
      }) +
      blade([x - 2, y - size * 0.06], {
        length: size * 0.66,
        half: size * 0.16,
        turn: -40,
        bow: size * 0.16,
        belly: 0.7,
        foot: 4,
      }),
  ) + `<rect x="${x - size * 0.22}" y="${y - size * 0.14}" width="${size * 0.44}" height="${size * 0.13}" rx="4"/>`

const ermineSpots: readonly Point[] = [
  [126, 426],
  [172, 446],
  [216, 436],
  [256, 456],
  [300, 438],
  [342, 448],
  [388, 426],
]

const cap: Piece = [
  {
    kind: 'carved',
    shape: path(
      'M104 322C64 218 110 138 196 128C226 124 244 132 256 144C268 132 286 124 316 128C402 138 448 218 408 322Z',
    ),
    body: 'ruby',
    bevel: 60,
    swell: 34,
    soften: 3,
    engraved: both(strokes('M300 150C330 200 338 260 326 320M352 152C392 204 398 262 376 318', 6)),
    depth: 7,
    exposure: 0.02,
    lift: 12,
  },
]

const archBeads = (): Point[] =>
  [
    [410, 268],
    [420, 226],
    [412, 184],
    [388, 150],
    [352, 128],
    [312, 120],
  ].flatMap(([x = 0, y = 0]): Point[] => [
    [x, y],
    [512 - x, y],
  ])

/** Without its ermine. */
export const bareCrown: Piece = [
  ...cap,
  gold(both(strokes('M402 322C440 222 412 122 300 118C280 117 266 122 256 134', 28)), { bevel: 14 }),
  ...pearls(archBeads(), 10.5),
  gold(strokes('M256 330V128', 32), { bevel: 15 }),
  ...[172, 208, 244, 280].flatMap((y, i) => (i % 2 === 0 ? cabochon(256, y, 12, 'azure') : pearls([[256, y]], 11))),
  gold(fleur(146, 336, 108) + fleur(366, 336, 108), { bevel: 16, lift: 7 }),
  ...cabochon(146, 288, 12, 'jade'),
  ...cabochon(366, 288, 12, 'jade'),
  {
    kind: 'carved',
    shape: circle(256, 98, 34),
    body: 'azure',
    edge: 'gold',
    edgeWidth: 6,
    bevel: 32,
    swell: 8,
    exposure: 0.12,
    lift: 8,
  },
  gold(strokes('M222 98H290M256 98V66', 9), { bevel: 5, swell: 2, lift: 3 }),
  gold(
    path(
      'M246 66C250 50 246 44 232 46C226 36 226 30 232 22C246 26 250 20 246 6H266C262 20 266 26 280 22C286 30 286 36 280 46C266 44 262 50 266 66Z',
    ),
    {
      bevel: 9,
      swell: 6,
    },
  ),
  gold(path('M76 324C150 356 362 356 436 324L424 414C360 440 152 440 88 414Z'), { bevel: 18, swell: 12, lift: 12 }),
  {
    kind: 'carved',
    shape: path('M94 350C160 376 352 376 418 350L412 392C352 416 160 416 100 392Z'),
    body: 'wine',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 8,
    swell: 6,
    exposure: 0.04,
    shadow: 0.2,
    lift: 2,
  },
  ...facetted(256, 386, 33, 'sapphire', { squash: 0.82 }),
  ...facetted(166, 380, 24, 'jade', { squash: 0.86, sides: 6, turn: 0 }),
  ...facetted(346, 380, 24, 'jade', { squash: 0.86, sides: 6, turn: 0 }),
  ...pearls(
    [
      [210, 388],
      [302, 388],
      [124, 370],
      [388, 370],
    ],
    11,
  ),
]

export const crown: Piece = [
  ...bareCrown,
  {
    kind: 'carved',
    shape: path(
      'M78 410C92 404 104 416 118 420C164 434 210 438 256 438C302 438 348 434 394 420C408 416 420 404 434 410C452 420 446 448 430 458C380 480 318 488 256 488C194 488 132 480 82 458C66 448 60 420 78 410Z',
    ),
    body: 'snow',
    bevel: 34,
    swell: 16,
    soften: 3,
    engraved: both(strokes('M270 444V482M312 442L318 478M352 436L362 470M392 426L404 456', 5)),
    depth: 5,
    exposure: 0.1,
    lift: 8,
  },
  {
    kind: 'carved',
    shape: path(
      ermineSpots.map((foot, i) => blade(foot, { length: 24, half: 7, turn: 180 + (i - 3) * -8, belly: 0.7 })).join(''),
    ),
    body: 'ink',
    bevel: 5,
    swell: 2,
    shadow: 0.2,
    lift: 1,
  },
]

/** Upright, its middle at (256, 256); it is shown leaning. */
const rod: Piece = [
  gold(path('M240 190H272L268 600H244Z'), {
    bevel: 14,
    engraved: strokes(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `M238 ${236 + i * 36}L274 ${216 + i * 36}`).join(''),
      6,
    ),
    depth: 5,
    lift: 12,
  }),
  ...[300, 420, 540].map((y) => gold(path(`M232 ${y}h48l6 12-6 12h-48l-6-12Z`), { bevel: 10, lift: 6 })),
  ...cabochon(256, 612, 18, 'ruby'),
]

const sceptreHead: Piece = [
  gold(
    both(
      path(
        blade([262, 190], { length: 150, half: 34, turn: 62, bow: -46, belly: 0.55, foot: 12 }) +
          blade([262, 196], { length: 104, half: 22, turn: 104, bow: -30, belly: 0.5, foot: 10 }),
      ),
    ),
    { bevel: 20, lift: 10 },
  ),
  gold(path('M212 176C212 150 300 150 300 176L284 214H228Z'), { bevel: 14 }),
  ...facetted(256, 84, 88, 'ruby', { sides: 8, squash: 1.1, collar: 0.13 }),
  gold(both(path(blade([312, 168], { length: 104, half: 15, turn: -8, bow: 34, belly: 0.5, foot: 12 }))), {
    bevel: 11,
  }),
  gold(
    path('M240 -6C222 -22 222 -40 240 -50C248 -62 246 -74 256 -92C266 -74 264 -62 272 -50C290 -40 290 -22 272 -6Z'),
    { bevel: 12, lift: 6 },
  ),
]

const orb: Piece = [
  {
    kind: 'carved',
    shape: circle(256, 286, 128),
    body: 'sapphire',
    bevel: 126,
    swell: 20,
    soften: 4,
    exposure: 0.1,
    rim: '6fa8ff',
    lift: 16,
  },
  gold(strokes('M130 274Q256 332 382 274', 32), { bevel: 15, lift: 5 }),
  gold(strokes('M256 312V168', 26), { bevel: 12, lift: 4 }),
  ...facetted(256, 306, 26, 'ruby', { sides: 6, turn: 0, collar: 0.36 }),
  ...pearls(
    [
      [168, 290],
      [208, 300],
      [304, 300],
      [344, 290],
      [256, 246],
      [256, 206],
    ],
    9,
  ),
  gold(
    path(
      'M240 162C246 124 238 112 208 118C196 96 196 82 208 60C238 66 246 54 236 14H276C266 54 274 66 304 60C316 82 316 96 304 118C274 112 266 124 272 162Z',
    ),
    { bevel: 14, lift: 8 },
  ),
  ...cabochon(256, 90, 15, 'jade'),
]

export const sceptre: Piece = [
  ...moved([...rod, ...sceptreHead], { x: 258, y: 256, scale: 0.78, turn: 45 }),
  ...moved(orb, { x: 368, y: 356, scale: 0.64 }),
]

const swirl = 'M286 214C300 190 330 190 336 212C338 228 320 234 314 222M286 214C276 236 286 262 306 266'

export const chalice: Piece = [
  gold(path('M226 300H286L278 404H234Z'), { bevel: 20, lift: 8 }),
  gold(path('M128 474C128 440 190 424 232 396H280C322 424 384 440 384 474C352 500 160 500 128 474Z'), {
    bevel: 30,
    swell: 16,
    engraved: both(strokes('M258 408V484M282 410C300 436 316 460 318 482M290 404C330 430 356 450 362 474', 5)),
    depth: 5,
    lift: 12,
  }),
  gold(both(strokes('M392 150C470 140 476 250 366 258', 24)), { bevel: 12, lift: 10 }),
  gold(path('M112 112C114 238 170 312 256 318C342 312 398 238 400 112Z'), {
    bevel: 56,
    swell: 30,
    soften: 2.4,
    lift: 14,
  }),
  {
    kind: 'carved',
    shape: path('M124 164C136 240 178 290 256 296C334 290 376 240 388 164C340 186 172 186 124 164Z'),
    body: 'jade',
    edge: 'gold',
    edgeWidth: 6,
    bevel: 40,
    swell: 26,
    soften: 2.4,
    exposure: 0.08,
    raised: both(strokes(swirl, 7)),
    depth: 8,
    shadow: 0.3,
    lift: 3,
  },
  gold(both(strokes(swirl, 7)), { bevel: 4, swell: 2, lift: 2 }),
  gold(ellipse(256, 112, 146, 40), { bevel: 10, swell: 4, lift: 6 }),
  {
    kind: 'carved',
    shape: ellipse(256, 114, 126, 29),
    body: 'wine',
    bevel: 10,
    swell: 2,
    exposure: -0.1,
    shadow: 0,
  },
  {
    kind: 'carved',
    shape: ellipse(256, 120, 112, 21),
    body: 'ruby',
    bevel: 16,
    swell: 4,
    exposure: 0.06,
    zones: [
      {
        shape: fading(
          everything,
          [
            [160, 110],
            [300, 130],
          ],
          [
            [0, 0.7],
            [0.6, 0],
          ],
        ),
        body: 'coral',
      },
    ],
    shadow: 0,
  },
  ...facetted(256, 236, 40, 'ruby', { sides: 8, squash: 1.12 }),
  ...pearls(
    [
      [256, 178],
      [180, 190],
      [332, 190],
    ],
    10,
  ),
  gold(ellipse(256, 346, 52, 30), { bevel: 26, swell: 10, lift: 8 }),
  ...cabochon(256, 346, 15, 'sapphire'),
  ...cabochon(212, 344, 8, 'ruby'),
  ...cabochon(300, 344, 8, 'ruby'),
  ...pearls(
    [
      [160, 468],
      [206, 480],
      [256, 484],
      [306, 480],
      [352, 468],
    ],
    9,
  ),
]

export const signetRing: Piece = [
  gold(ring(256, 338, 156, 112), {
    bevel: 22,
    swell: 6,
    lift: 14,
    engraved: both(strokes('M372 268C404 300 412 352 396 396M352 250C392 270 424 330 416 376', 4)),
    depth: 4,
  }),
  {
    kind: 'painted',
    svg: '<path d="M148 318A110 110 0 0 1 364 318A124 124 0 0 0 148 318Z" fill="#1a0802" fill-opacity=".55"/>',
  },
  gold(both(path(blade([378, 330], { length: 150, half: 30, turn: -22, bow: 14, belly: 0.4, foot: 14 }))), {
    bevel: 20,
  }),
  ...cabochon(104, 318, 13, 'ruby'),
  ...cabochon(408, 318, 13, 'ruby'),
  gold(path('M132 236C150 262 200 282 256 284C312 282 362 262 380 236L344 206H168Z'), { bevel: 16, lift: 8 }),
  ...facetted(256, 152, 122, 'sapphire', { sides: 8, squash: 0.94, table: 0.52, collar: 0.1 }),
  gold(
    [22.5, 67.5, 112.5, 157.5, 202.5, 247.5, 292.5, 337.5]
      .map((turn) =>
        circle(256 + Math.sin((turn * Math.PI) / 180) * 130, 152 - Math.cos((turn * Math.PI) / 180) * 122, 14),
      )
      .join(''),
    { bevel: 13, swell: 3, lift: 5 },
  ),
]

const bow = (r: number) =>
  [0, 120, 240]
    .map((turn) => circle(256 + Math.sin((turn * Math.PI) / 180) * 70, 110 - Math.cos((turn * Math.PI) / 180) * 70, r))
    .join('')

export const key: Piece = moved(
  [
    gold(path('M238 180H274V520H238Z'), { body: 'silver', bevel: 17, lift: 12 }),
    gold(path('M268 400H352V436H330V420H314V446H352V500H330V478H312V500H268Z'), {
      body: 'silver',
      bevel: 10,
      swell: 6,
      lift: 10,
    }),
    gold(bow(74), { body: 'silver', bevel: 24, swell: 14, lift: 14 }),
    gold(bow(58), {
      body: 'amethyst',
      edge: 'gold',
      edgeWidth: 6,
      bevel: 24,
      swell: 12,
      exposure: 0.08,
      shadow: 0.3,
      lift: 3,
    }),
    ...facetted(256, 110, 46, 'amethyst', { sides: 8, collar: 0.26 }),
    ...pearls(
      [
        [256, 32],
        [324, 146],
        [188, 146],
      ],
      15,
    ),
    gold(path('M216 204H296L306 222L296 240H216L206 222Z'), { bevel: 11, lift: 7 }),
    gold(path('M226 256H286L292 270L286 284H226L220 270Z'), { bevel: 9, lift: 6 }),
    ...cabochon(256, 222, 10, 'ruby'),
    gold(path('M226 496H286L292 510L286 526H226L220 510Z'), { bevel: 9, lift: 6 }),
  ],
  { x: 262, y: 262, scale: 1.04, turn: 40 },
)
