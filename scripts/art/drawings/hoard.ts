/** What a dragon keeps beside its coins: flaming pearl, scroll, gong, palace lantern. */

import { blade, both, everything, fading, path, strokes } from '../forms.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { about, round } from './hoard-coin.ts'
import { pearlAt } from './pearl.ts'

const flame = (
  turn: number,
  length: number,
  half: number,
  bow: number,
  body: 'coral' | 'amber',
  exposure: number,
): Part => ({
  kind: 'carved',
  shape: path(blade([256, 300], { length, half, turn, bow, belly: 0.36 })),
  body,
  edge: 'gold',
  edgeWidth: 4,
  zones: [
    {
      shape: fading(
        everything,
        [
          [256, 300],
          [256, 300 - length],
        ],
        [
          [0.35, 0],
          [0.85, 0.9],
        ],
        'radial',
      ),
      body: 'amber',
    },
  ],
  bevel: 22,
  swell: 18,
  soften: 2.2,
  exposure,
  lift: 8,
})

export const flames: Piece = [
  ...[-112, 112, -84, 84, -56, 56, -28, 28, 0].map((turn) =>
    flame(turn, 282 - Math.abs(turn) * 0.62, 40, turn < 0 ? -24 : turn > 0 ? 24 : 14, 'coral', 0.04),
  ),
  ...[-66, 66, -40, 40, -14, 14].map((turn) =>
    flame(turn, 214 - Math.abs(turn) * 0.4, 32, turn < 0 ? 16 : -16, 'amber', 0.1),
  ),
]

/** Claws that hold the pearl from below. */
export const claws: Piece = [-62, 62, -24, 24].map((turn, i): Part => ({
  kind: 'carved',
  shape: path(
    blade([256 + turn * 0.5, 466], {
      length: i < 2 ? 176 : 128,
      half: 27,
      turn: turn * 0.72,
      bow: turn < 0 ? -40 : 40,
      belly: 0.3,
      foot: 26,
    }),
  ),
  body: 'azure',
  zones: [
    {
      shape: fading(
        everything,
        [
          [256, 466],
          [256, 300],
        ],
        [
          [0.55, 0],
          [0.72, 1],
        ],
        'linear',
      ),
      body: 'ivory',
    },
  ],
  edge: 'gold',
  edgeWidth: 4,
  bevel: 24,
  swell: 20,
  engraved: strokes(
    [0, 1, 2].map((r) => `M${180} ${452 - r * 22}Q256 ${436 - r * 22} 332 ${452 - r * 22}`).join(''),
    3,
  ),
  depth: 4,
  exposure: 0.08,
  lift: 9,
}))

export const greatPearl: Piece = pearlAt(256, 278, 106)

export const scroll: Piece = [
  {
    kind: 'carved',
    shape: path('M118 106C200 118 312 118 394 106V406C312 394 200 394 118 406Z'),
    body: 'ivory',
    edge: 'gold',
    edgeWidth: 6,
    bevel: 14,
    swell: 26,
    exposure: 0.16,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 90],
            [256, 420],
          ],
          [
            [0, 0.9],
            [0.16, 0],
            [0.84, 0],
            [1, 0.9],
          ],
        ),
        body: 'umber',
      },
      { shape: both(path('M132 130h12v252h-12Z')), body: 'azure' },
    ],
    lift: 12,
    place: { turn: -9, scale: 0.94 },
  },
  {
    kind: 'carved',
    shape:
      ring(256, 256, 82, 70) +
      about(8, path(blade([256, 256], { length: 62, half: 15, turn: 0, belly: 0.6, foot: 4 }))) +
      both(strokes('M176 168q-18 8-10 26M176 344q-18-8-10-26', 8)),
    body: 'ruby',
    edge: 'gold',
    edgeWidth: 3,
    bevel: 12,
    swell: 8,
    lift: 3,
    exposure: 0.06,
    place: { turn: -9, scale: 0.94 },
  },
  ...[92, 420].flatMap((y): Part[] => [
    {
      kind: 'carved',
      shape: `<rect x="62" y="${y - 20}" width="388" height="40" rx="18"/>`,
      body: 'gold',
      bevel: 20,
      swell: 8,
      engraved: strokes(
        `M112 ${y - 20}V${y + 20}M128 ${y - 20}V${y + 20}M384 ${y - 20}V${y + 20}M400 ${y - 20}V${y + 20}`,
        5,
      ),
      depth: 6,
      lift: 12,
      place: { turn: -9, scale: 0.94 },
    },
    {
      kind: 'carved',
      shape: both(round(58, y, 28)),
      body: 'azure',
      edge: 'gold',
      edgeWidth: 5,
      bevel: 24,
      swell: 8,
      exposure: 0.14,
      lift: 6,
      place: { turn: -9, scale: 0.94 },
    },
  ]),
]

export const gongFrame: Piece = [
  {
    kind: 'carved',
    shape: both(path('M74 116h34l10 372H58Z')) + path('M58 452H454V480H58Z'),
    body: 'ruby',
    edge: 'gold',
    edgeWidth: 6,
    bevel: 16,
    swell: 10,
    exposure: -0.04,
    lift: 10,
  },
  {
    kind: 'carved',
    shape: path('M28 62C100 96 180 70 256 70C332 70 412 96 484 62C490 96 470 122 440 126H72C42 122 22 96 28 62Z'),
    body: 'azure',
    edge: 'gold',
    edgeWidth: 7,
    bevel: 22,
    swell: 14,
    engraved: strokes('M80 104H432', 4),
    depth: 5,
    exposure: 0.04,
    lift: 12,
  },
  { kind: 'carved', shape: both(strokes('M186 122L208 182', 7)), body: 'oldGold', bevel: 5, swell: 2, lift: 4 },
]

export const gongDisc: Piece = [
  {
    kind: 'carved',
    shape: round(256, 296, 156),
    body: 'gold',
    bevel: 22,
    swell: 10,
    engraved: [138, 130, 92, 86].map((r) => ring(256, 296, r, r - 3.5)).join(''),
    raised: `<g transform="translate(0 40)">${about(12, path(blade([256, 150], { length: 20, half: 11, turn: 180, belly: 0.5 })))}</g>`,
    depth: 5,
    lift: 14,
  },
  {
    kind: 'carved',
    shape: round(256, 296, 62),
    body: 'gold',
    bevel: 60,
    swell: 14,
    soften: 3,
    exposure: 0.06,
    lift: 8,
  },
]

export const mallet: Piece = [
  {
    kind: 'carved',
    shape: path('M244 300h24v186h-24Z'),
    body: 'umber',
    edge: 'gold',
    edgeWidth: 4,
    bevel: 12,
    swell: 6,
    place: { x: 356, y: 330, turn: -38, scale: 0.9 },
    lift: 12,
  },
  {
    kind: 'carved',
    shape: '<rect x="204" y="228" width="104" height="84" rx="36"/>',
    body: 'ruby',
    edge: 'gold',
    edgeWidth: 6,
    bevel: 34,
    swell: 14,
    place: { x: 356, y: 330, turn: -38, scale: 0.9 },
    lift: 14,
  },
]

const pane = (x: number, wide: number, lean: number) =>
  path(`M${x - wide} 176h${wide * 2}l${lean} 176h${-wide * 2 - lean * 2}Z`)

export const palaceLantern: Piece = [
  {
    kind: 'carved',
    shape: both(strokes('M96 150V236', 5) + path('M88 232h16l8 66H80Z')) + path('M238 404h36l12 92H226Z'),
    body: 'ruby',
    bevel: 8,
    swell: 6,
    engraved: strokes('M240 420L232 494M256 420V494M272 420L280 494M90 240L86 296M96 240V296', 3),
    depth: 5,
    lift: 6,
  },
  {
    kind: 'carved',
    shape: pane(256, 118, 10),
    body: 'ruby',
    edge: 'gold',
    edgeWidth: 6,
    bevel: 10,
    swell: 6,
    lift: 10,
  },
  {
    kind: 'carved',
    shape: pane(256, 44, 2) + both(pane(340, 26, 3)),
    body: 'amber',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 14,
    swell: 16,
    exposure: 0.24,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 262],
            [256, 400],
          ],
          [
            [0, 0.9],
            [1, 0],
          ],
          'radial',
        ),
        body: 'snow',
      },
    ],
    engraved: strokes('M224 206H288M224 324H288M240 206V324M272 206V324', 5),
    depth: 5,
    lift: 4,
  },
  {
    kind: 'carved',
    shape: path(
      'M256 66C276 108 340 136 448 138C440 162 424 174 404 178H108C88 174 72 162 64 138C172 136 236 108 256 66Z',
    ),
    body: 'azure',
    edge: 'gold',
    edgeWidth: 7,
    bevel: 24,
    swell: 16,
    engraved: strokes('M256 84V176M220 124L190 176M292 124L322 176M170 140L128 176M342 140L384 176', 4),
    depth: 5,
    exposure: 0.06,
    lift: 12,
  },
  {
    kind: 'carved',
    shape: path('M130 350H382L366 388H146ZM196 388H316L300 412H212ZM242 20h28v52h-28Z') + round(256, 24, 18),
    body: 'gold',
    bevel: 14,
    swell: 8,
    lift: 8,
  },
  {
    kind: 'painted',
    svg: '<defs><radialGradient id="k"><stop offset="0" stop-color="#fff3c0" stop-opacity=".9"/><stop offset=".5" stop-color="#ffb84a" stop-opacity=".35"/><stop offset="1" stop-color="#ff8a2a" stop-opacity="0"/></radialGradient></defs><ellipse cx="256" cy="262" rx="110" ry="96" fill="url(#k)"/>',
  },
]
