/** An old turtle who knows, the shell that hides, and the gate to his garden. */

import { blade, both, everything, fading, n, path, strokes, type Point } from '../forms.ts'
import { centred } from '../letters.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { cabochon, circle, ellipse, pearls } from './jewels.ts'
import { gold, inlay } from './temple.ts'

const hexagon = (x: number, y: number, r: number) =>
  `${[30, 90, 150, 210, 270, 330]
    .map((turn, i) => {
      const angle = (turn * Math.PI) / 180
      return `${i === 0 ? 'M' : 'L'}${n(x + Math.cos(angle) * r)} ${n(y + Math.sin(angle) * r)}`
    })
    .join('')}Z`

const scutesAbout = (x: number, y: number, r: number, clip: string, tint: MaterialName): Part[] =>
  [
    [0, 0],
    ...[0, 60, 120, 180, 240, 300].map((turn) => [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]),
    ...[30, 90, 150, 210, 270, 330].map((turn) => [
      Math.cos((turn * Math.PI) / 180) * 1.73,
      Math.sin((turn * Math.PI) / 180) * 1.73,
    ]),
    ...[0, 60, 120, 180, 240, 300].map((turn) => [
      Math.cos((turn * Math.PI) / 180) * 2,
      Math.sin((turn * Math.PI) / 180) * 2,
    ]),
  ].map(([dx = 0, dy = 0]): Part => {
    const shape = path(hexagon(x + dx * r * 1.8, y + dy * r * 1.8, r))
    return inlay(`<clipPath id="h">${clip}</clipPath><g clip-path="url(#h)">${shape}</g>`, tint, {
      edgeWidth: 4,
      bevel: r * 0.55,
      swell: 16,
      exposure: 0.08 - Math.hypot(dx, dy) * 0.06,
      lift: 4,
      rim: '0a5a48',
    })
  })

/** A closed shell with a sign that asks. */
export const mysteryShell: Piece = [
  gold(circle(256, 256, 226), { bevel: 22, swell: 10, lift: 16 }),
  inlay(circle(256, 256, 204), 'teal', {
    edge: 'oldGold',
    edgeWidth: 5,
    bevel: 60,
    swell: 16,
    exposure: -0.1,
    shadow: 0.3,
    lift: 2,
  }),
  ...scutesAbout(256, 256, 58, circle(256, 256, 196), 'jade'),
  {
    kind: 'painted',
    svg: '<defs><radialGradient id="g"><stop offset="0" stop-color="#fff6c8" stop-opacity=".85"/><stop offset=".5" stop-color="#ffe07a" stop-opacity=".35"/><stop offset="1" stop-color="#ffd75e" stop-opacity="0"/></radialGradient></defs><circle cx="256" cy="256" r="176" fill="url(#g)"/>',
  },
]

export const mysterySign: Piece = [
  gold(centred('?', { x: 256, y: 366, size: 330, weight: 900 }), {
    bevel: 22,
    swell: 12,
    lift: 14,
    exposure: 0.06,
  }),
]

const white = (
  foot: Point,
  form: { length: number; half: number; turn: number; bow: number },
  exposure: number,
): Part => ({
  kind: 'carved',
  shape: both(path(blade(foot, { ...form, belly: 0.4 }))),
  body: 'snow',
  bevel: 18,
  swell: 18,
  soften: 2,
  engraved: both(
    path(
      [-0.4, 0, 0.4]
        .map((aside) =>
          blade([foot[0] + aside * form.half, foot[1]], {
            length: form.length * 0.9,
            half: 1.7,
            turn: form.turn,
            bow: form.bow,
          }),
        )
        .join(''),
    ),
  ),
  depth: 4,
  exposure,
  rim: '2a8a6a',
  lift: 8,
})

/** The dome of the shell behind the head. */
export const sageShell: Piece = [
  gold(path('M256 34C398 34 484 146 486 272C486 360 440 420 400 440H112C72 420 26 360 26 272C28 146 114 34 256 34Z'), {
    bevel: 22,
    swell: 10,
    lift: 14,
  }),
  inlay(
    path('M256 56C384 56 462 156 464 272C464 346 430 396 392 420H120C82 396 48 346 48 272C50 156 128 56 256 56Z'),
    'teal',
    {
      edge: 'oldGold',
      bevel: 60,
      exposure: -0.08,
      shadow: 0.3,
      lift: 2,
    },
  ),
  ...scutesAbout(
    256,
    176,
    62,
    path('M256 62C380 62 456 160 458 272C458 342 426 390 390 414H122C86 390 54 342 54 272C56 160 132 62 256 62Z'),
    'jade',
  ),
]

/** The beard, which sways. */
export const sageBeard: Piece = [
  ...[120, 140, 160].map((turn) => white([290, 330], { length: 170, half: 40, turn, bow: -22 }, 0)),
  ...[136, 156, 174].map((turn) => white([282, 340], { length: 150, half: 36, turn, bow: -16 }, 0.06)),
]

export const sage: Piece = [
  {
    kind: 'carved',
    shape: path(
      'M256 112C336 112 384 166 384 232C384 262 376 290 360 312C336 352 300 372 256 372C212 372 176 352 152 312C136 290 128 262 128 232C128 166 176 112 256 112Z',
    ),
    body: 'leaf',
    edge: 'gold',
    edgeWidth: 4,
    bevel: 76,
    swell: 40,
    soften: 3,
    exposure: 0.02,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 380],
            [256, 230],
          ],
          [
            [0, 0.85],
            [1, 0],
          ],
        ),
        body: 'amber',
      },
      {
        shape: both(
          [
            circle(330, 172, 12),
            circle(350, 200, 9),
            circle(304, 150, 9),
            circle(276, 138, 7),
            circle(352, 286, 8),
          ].join(''),
        ),
        body: 'jade',
      },
    ],
    engraved: both(
      strokes('M270 130Q300 128 326 146M266 152Q288 150 306 160M344 262Q362 262 374 246M340 276Q356 280 368 268', 5),
    ),
    depth: 5,
    lift: 14,
  },
  { kind: 'carved', shape: both(ellipse(316, 238, 40, 34)), body: 'ink', bevel: 14, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: both(ellipse(316, 238, 33, 28)),
    body: 'snow',
    bevel: 20,
    swell: 6,
    exposure: 0.2,
    shadow: 0.2,
    lift: 1,
  },
  {
    kind: 'carved',
    shape: both(circle(310, 242, 20)),
    body: 'amber',
    bevel: 16,
    swell: 4,
    exposure: 0.2,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(circle(309, 242, 10)), body: 'ink', bevel: 8, swell: 2, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="302" cy="235" r="5.500" fill="#fff"/><circle cx="196" cy="235" r="5.500" fill="#fff"/>',
  },
  {
    kind: 'carved',
    shape: both(path('M274 232C282 196 340 190 360 234C338 218 300 218 274 232Z')),
    body: 'leaf',
    bevel: 14,
    swell: 12,
    exposure: 0.02,
    lift: 5,
  },
  {
    kind: 'carved',
    shape: path(
      'M256 232C280 244 302 270 300 296C298 312 280 320 256 320C232 320 214 312 212 296C210 270 232 244 256 232Z',
    ),
    body: 'leaf',
    bevel: 36,
    swell: 26,
    soften: 3,
    exposure: 0.08,
    engraved: both(ellipse(270, 278, 5, 8, 20)),
    depth: 8,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 320],
            [256, 240],
          ],
          [
            [0, 0.7],
            [1, 0],
          ],
        ),
        body: 'amber',
      },
    ],
    shadow: 0.4,
    lift: 5,
  },
  {
    kind: 'carved',
    shape: strokes('M196 328Q256 356 316 328', 7),
    body: 'pine',
    bevel: 4,
    swell: 0,
    shadow: 0.2,
    lift: 1,
  },
  white([262, 214], { length: 214, half: 26, turn: 100, bow: -58 }, 0.14),
  white([258, 334], { length: 150, half: 28, turn: 112, bow: -34 }, 0.14),
  gold(path('M226 118C228 84 240 62 256 40C272 62 284 84 286 118C268 128 244 128 226 118Z'), {
    body: 'pine',
    bevel: 18,
    exposure: 0.34,
  }),
  gold(path('M176 96H336L344 104L336 112H176L168 104Z'), { bevel: 6, lift: 6 }),
  ...cabochon(256, 104, 16, 'ruby'),
  ...pearls(
    [
      [170, 104],
      [342, 104],
    ],
    10,
    'amber',
  ),
]

export const sageEyes = [
  [310, 242, 16],
  [202, 242, 16],
] as const

const roof = (y: number, wide: number, tall: number): string =>
  path(
    `M${256 - wide} ${y - tall * 0.16}C${256 - wide * 0.7} ${y + tall * 0.34} ${256 - wide * 0.4} ${y - tall * 0.3} 256 ${y - tall * 0.34}C${256 + wide * 0.4} ${y - tall * 0.3} ${256 + wide * 0.7} ${y + tall * 0.34} ${256 + wide} ${y - tall * 0.16}C${256 + wide * 0.98} ${y + tall * 0.34} ${256 + wide * 0.86} ${y + tall * 0.62} ${256 + wide * 0.76} ${y + tall * 0.66}H${256 - wide * 0.76}C${256 - wide * 0.86} ${y + tall * 0.62} ${256 - wide * 0.98} ${y + tall * 0.34} ${256 - wide} ${y - tall * 0.16}Z`,
  )

/** The gate: light stands in it. */
export const gateBack: Piece = [
  {
    kind: 'painted',
    svg: '<defs><radialGradient id="g" cx=".5" cy=".6" r=".6"><stop offset="0" stop-color="#fffbe0"/><stop offset=".5" stop-color="#ffe07a" stop-opacity=".8"/><stop offset="1" stop-color="#ff9d3a" stop-opacity=".1"/></radialGradient></defs><path d="M150 190H362V430H150Z" fill="url(#g)"/>',
  },
]

export const gate: Piece = [
  inlay(both(path('M352 168H398L408 450H344Z')), 'ruby', {
    bevel: 20,
    swell: 10,
    exposure: 0.04,
    lift: 12,
    engraved: both(strokes('M350 236H402M346 396H406', 5)),
    depth: 5,
  }),
  gold(both(path('M336 424H416V452H336ZM346 208H404V224H346Z')), { bevel: 8, lift: 6 }),
  inlay(path('M84 180H428V218H84Z'), 'ruby', {
    bevel: 14,
    exposure: 0.02,
    lift: 8,
    engraved: strokes('M100 199H412', 5),
    depth: 5,
  }),
  ...[128, 192, 256, 320, 384].flatMap((x) => cabochon(x, 199, 11, x === 256 ? 'jade' : 'amber')),
  inlay(path('M216 218H296V262H216Z'), 'night', { bevel: 10, exposure: 0.1, lift: 8 }),
  gold(path(hexagon(256, 240, 15)), { bevel: 8, lift: 3 }),
  inlay(roof(136, 226, 92), 'jade', {
    edge: 'gold',
    edgeWidth: 8,
    bevel: 28,
    swell: 14,
    exposure: 0.02,
    lift: 14,
    engraved: strokes(
      Array.from({ length: 13 }, (_, i) => {
        const dx = (i - 6) * 30
        return `M${256 + dx * 0.55} ${114 + Math.abs(dx) * 0.06}L${256 + dx} 190`
      }).join(''),
      5,
    ),
    depth: 6,
  }),
  inlay(path('M176 92H336V114H176Z'), 'ruby', { bevel: 8, lift: 6 }),
  inlay(roof(62, 154, 66), 'jade', {
    edge: 'gold',
    edgeWidth: 7,
    bevel: 22,
    swell: 12,
    exposure: 0.06,
    lift: 12,
    engraved: strokes(
      Array.from({ length: 9 }, (_, i) => {
        const dx = (i - 4) * 30
        return `M${256 + dx * 0.55} ${46 + Math.abs(dx) * 0.06}L${256 + dx} 100`
      }).join(''),
      5,
    ),
    depth: 6,
  }),
  gold(path('M238 34C240 18 248 10 256 0C264 10 272 18 274 34Z'), { bevel: 9, lift: 6 }),
  ...pearls(
    [
      [36, 118],
      [476, 118],
      [104, 48],
      [408, 48],
    ],
    12,
    'amber',
  ),
]
