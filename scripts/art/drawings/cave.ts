/** Of a cave: the bat that guards it, a digger's lamp and a stone that hides its gems. */

import { blade, both, closed, everything, fading, path, strokes, type Point } from '../forms.ts'
import { centred } from '../letters.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, gold, shine } from './enamel.ts'
import { fur, tufts } from './forest.ts'
import { crystal } from './gems.ts'
import { cabochon, circle, ellipse } from './jewels.ts'

const skin =
  'M272 262C292 178 336 118 398 84C452 108 496 168 510 262C488 246 464 252 452 282C436 262 410 268 396 302C380 286 354 292 342 330C322 316 296 322 282 352Z'

/** The wings, which beat. */
export const batWings: Piece = [
  enamel(both(path(skin)), 'amethyst', {
    edge: 'gold',
    edgeWidth: 4.5,
    bevel: 18,
    swell: 20,
    exposure: 0.16,
    lift: 12,
    zones: [
      {
        shape: both(
          fading(
            everything,
            [
              [280, 300],
              [500, 200],
            ],
            [
              [0, 0.85],
              [0.9, 0],
            ],
          ),
        ),
        body: 'rose',
      },
    ],
  }),
  gold(
    both(
      strokes('M278 268C300 190 340 130 396 94', 15) +
        strokes(
          'M396 94C440 130 480 190 506 256M396 94C412 150 436 220 450 278M396 94C392 160 396 240 396 298M396 94C368 160 350 250 342 326',
          8,
        ),
    ),
    { bevel: 6, swell: 4, lift: 4, soften: 1.2 },
  ),
  gold(both(path(blade([398, 98], { length: 46, half: 10, turn: -14, bow: -8, belly: 0.3, foot: 9 }))), {
    bevel: 8,
    lift: 5,
  }),
]

export const bat: Piece = [
  ...tufts([256, 300], [150, 164, 178], { length: 132, half: 36, bow: -10, body: 'plum', exposure: 0.2 }),
  fur(
    path('M256 236C312 236 334 286 328 338C322 388 292 420 256 424C220 420 190 388 184 338C178 286 200 236 256 236Z'),
    'plum',
    {
      edge: 'gold',
      bevel: 40,
      swell: 28,
      exposure: 0.22,
      engraved: both(strokes('M268 318q12 16 24 0M268 346q12 16 24 0M292 332q12 16 22 0M270 374q12 14 22 0', 4)),
      depth: 4,
    },
  ),
  fur(both(path(blade([312, 148], { length: 152, half: 52, turn: 24, bow: 8, belly: 0.42, foot: 40 }))), 'plum', {
    edge: 'gold',
    edgeWidth: 4,
    exposure: 0.24,
    lift: 10,
  }),
  fur(both(path(blade([318, 138], { length: 118, half: 32, turn: 24, bow: 6, belly: 0.42, foot: 22 }))), 'rose', {
    edgeWidth: 0.1,
    swell: -8,
    exposure: -0.02,
    shadow: 0.2,
    lift: 1,
    engraved: both(strokes('M330 124L346 60M340 128L362 74', 4)),
    depth: 4,
  }),
  ...tufts([300, 250], [84, 106, 128, 150], { length: 104, half: 34, bow: -12, body: 'plum', exposure: 0.26 }),
  fur(
    path('M256 106C326 104 366 152 366 206C366 262 316 304 256 306C196 304 146 262 146 206C146 152 186 104 256 106Z'),
    'plum',
    {
      edge: 'gold',
      bevel: 70,
      swell: 40,
      soften: 3,
      exposure: 0.3,
      lift: 12,
      engraved: both(strokes('M262 122L264 154M282 122L288 150M302 130L310 154M350 236L332 230M346 252L328 244', 4)),
      depth: 4,
      zones: [{ shape: both(ellipse(304, 204, 56, 52, -10)), body: 'amethyst' }],
    },
  ),
  fur(
    path('M256 214C292 214 318 238 314 264C308 292 282 300 256 300C230 300 204 292 198 264C194 238 220 214 256 214Z'),
    'blush',
    {
      edgeWidth: 0.1,
      bevel: 34,
      swell: 22,
      exposure: -0.04,
      lift: 6,
    },
  ),
  {
    kind: 'carved',
    shape: path('M208 262Q256 286 304 262C302 292 284 308 256 308C228 308 210 292 208 262Z'),
    body: 'wine',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 10,
    swell: -6,
    exposure: 0.04,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: both(path('M274 272L292 268L286 298Z')),
    body: 'snow',
    bevel: 8,
    swell: 4,
    exposure: 0.24,
    lift: 4,
  },
  fur(
    path('M256 216C270 216 286 230 282 246C278 258 266 256 256 254C246 256 234 258 230 246C226 230 242 216 256 216Z'),
    'rose',
    {
      edge: 'gold',
      edgeWidth: 2.5,
      bevel: 18,
      swell: 12,
      exposure: 0.06,
      lift: 5,
      engraved: both(ellipse(268, 244, 6, 4, -20)),
      depth: 7,
    },
  ),
  { kind: 'carved', shape: both(circle(308, 194, 40)), body: 'ink', bevel: 14, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: both(circle(308, 194, 34)),
    body: 'amber',
    bevel: 26,
    swell: 6,
    exposure: 0.34,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(ellipse(304, 194, 13, 22)), body: 'ink', bevel: 9, swell: 3, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="294" cy="180" r="9" fill="#fff"/><circle cx="318" cy="206" r="5" fill="#fff" fill-opacity=".7"/><circle cx="190" cy="180" r="9" fill="#fff"/><circle cx="216" cy="206" r="5" fill="#fff" fill-opacity=".7"/>',
  },
  fur(both(path('M266 168C282 142 326 136 352 158C328 156 302 160 284 176C274 182 264 176 266 168Z')), 'plum', {
    edge: 'gold',
    bevel: 10,
    exposure: 0.34,
    lift: 5,
  }),
]

export const batEyes = [
  [308, 194, 22],
  [204, 194, 22],
] as const

/** The moon in the mouth of the cave, behind the bat. */
export const caveMoon: Piece = [
  {
    kind: 'carved',
    shape: circle(256, 232, 178),
    body: 'amber',
    edge: 'gold',
    edgeWidth: 8,
    bevel: 60,
    swell: 20,
    soften: 3,
    exposure: 0.18,
    shadow: 0.5,
    lift: 6,
    engraved: circle(180, 140, 22) + circle(340, 120, 16) + circle(150, 300, 18) + circle(372, 316, 24),
    depth: 5,
  },
]

/** The ring by which the lamp is carried, which swings. */
export const lampRing: Piece = [gold(ring(256, 54, 50, 32), { bevel: 9, lift: 8 })]

const flame =
  'M256 186C276 220 306 244 300 288C296 322 276 336 256 336C236 336 216 322 212 288C208 260 232 250 238 224C246 236 254 232 256 186Z'

/** A digger's lamp: a flame behind glass and bars of brass. */
export const diggersLamp: Piece = [
  gold(path('M206 96C220 80 292 80 306 96L346 148H166Z'), {
    bevel: 24,
    swell: 16,
    lift: 12,
    engraved: strokes('M256 92V144M222 94L196 144M290 94L316 144', 4),
    depth: 5,
  }),
  enamel('<rect x="146" y="142" width="220" height="30" rx="12"/>', 'ruby', {
    edgeWidth: 5,
    bevel: 12,
    swell: 8,
    exposure: 0.08,
  }),
  {
    kind: 'carved',
    shape: path('M178 172H334C352 220 352 300 334 352H178C160 300 160 220 178 172Z'),
    body: 'amber',
    edge: 'oldGold',
    edgeWidth: 4,
    bevel: 40,
    swell: 20,
    soften: 3,
    exposure: 0.02,
    shadow: 0.4,
    lift: 4,
  },
  {
    kind: 'painted',
    svg: `<defs><radialGradient id="l" gradientUnits="userSpaceOnUse" cx="256" cy="274" r="120"><stop offset="0" stop-color="#fffbe9"/><stop offset=".35" stop-color="#ffe48a" stop-opacity=".95"/><stop offset=".75" stop-color="#ffb03a" stop-opacity=".45"/><stop offset="1" stop-color="#ff8a1a" stop-opacity="0"/></radialGradient><linearGradient id="m" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#ff8a1a"/><stop offset=".5" stop-color="#ffc23a"/><stop offset="1" stop-color="#fff6d8"/></linearGradient></defs><circle cx="256" cy="268" r="116" fill="url(#l)"/><path d="${flame}" fill="url(#m)"/><path d="M256 250C266 270 280 284 276 304C272 322 264 328 256 328C248 328 240 322 236 304C234 290 248 276 256 250Z" fill="#fffdf4"/>`,
  },
  shine(196, 236, 12, 50, 4),
  gold(
    both(path('M334 170C356 220 356 304 334 354L322 354C342 302 342 222 322 170Z')) +
      '<path d="M251 172H261V352H251Z"/>' +
      '<rect x="160" y="254" width="192" height="10" rx="5"/>',
    { bevel: 6, swell: 3, lift: 5, soften: 1.2 },
  ),
  gold(path('M166 350H346L372 388H140Z'), { bevel: 14, swell: 8, lift: 10 }),
  enamel('<rect x="126" y="384" width="260" height="44" rx="14"/>', 'ruby', {
    edgeWidth: 6,
    bevel: 16,
    swell: 8,
    exposure: 0.06,
    lift: 8,
  }),
  ...[176, 256, 336].flatMap((x) => cabochon(x, 406, 11, 'amber')),
]

const stone = (share: number): Point[] =>
  [226, 221, 228, 222, 226, 229, 222, 227, 224, 228].map((r, i): Point => {
    const angle = (i * 36 * Math.PI) / 180
    return [256 + Math.sin(angle) * r * share, 260 - Math.cos(angle) * r * share]
  })

/** A stone broken open: rock, a rim of white, and crystals that point to its middle. */
export const geode: Piece = [
  {
    kind: 'carved',
    shape: path(closed(stone(1))),
    body: 'umber',
    edge: 'oldGold',
    edgeWidth: 4,
    bevel: 60,
    swell: 24,
    soften: 2,
    exposure: 0.24,
    lift: 16,
    engraved: strokes(
      'M60 220L96 236L92 280M430 180L408 214L440 240M150 440L176 416L214 430M340 452L352 424L392 412M130 96L158 110',
      6,
    ),
    depth: 6,
  },
  ...(
    [
      [0.82, 'snow', 0.02],
      [0.75, 'blush', -0.02],
      [0.69, 'plum', 0.14],
    ] as const
  ).map(([share, body, exposure]): Part => ({
    kind: 'carved',
    shape: path(closed(stone(share))),
    body,
    bevel: 12,
    swell: 0,
    exposure,
    shadow: 0.25,
    lift: 2,
  })),
  ...Array.from({ length: 14 }, (_, i): Piece => {
    const turn = (i * 360) / 14
    const angle = (turn * Math.PI) / 180
    const foot: Point = [256 + Math.sin(angle) * 158, 260 - Math.cos(angle) * 158]
    return crystal(foot, {
      length: 66 + (i % 3) * 10,
      half: 25,
      turn: turn + 180 + (i % 2 === 0 ? 7 : -7),
      body: 'amethyst',
      exposure: 0.1,
    })
  }).flat(),
  {
    kind: 'painted',
    svg: '<defs><radialGradient id="g"><stop offset="0" stop-color="#fff6ff" stop-opacity=".85"/><stop offset=".55" stop-color="#c79aff" stop-opacity=".4"/><stop offset="1" stop-color="#a86bff" stop-opacity="0"/></radialGradient></defs><circle cx="256" cy="260" r="150" fill="url(#g)"/>',
  },
]

export const geodeSign: Piece = [
  gold(centred('?', { x: 256, y: 376, size: 336, weight: 900 }), { bevel: 20, swell: 12, lift: 14, exposure: 0.08 }),
]
