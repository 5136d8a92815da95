/** Cherries, plum and lemon, with their leaves. */

import { blade, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, shine } from './enamel.ts'
import { circle } from './jewels.ts'

const berry = (x: number, y: number, r: number): Piece => [
  enamel(
    path(
      `M${x} ${y - r * 0.86}C${x + r * 0.5} ${y - r * 1.1} ${x + r * 1.1} ${y - r * 0.5} ${x + r} ${y + r * 0.1}C${x + r * 0.94} ${y + r * 0.72} ${x + r * 0.5} ${y + r} ${x} ${y + r}C${x - r * 0.5} ${y + r} ${x - r * 0.94} ${y + r * 0.72} ${x - r} ${y + r * 0.1}C${x - r * 1.1} ${y - r * 0.5} ${x - r * 0.5} ${y - r * 1.1} ${x} ${y - r * 0.86}Z`,
    ),
    'ruby',
    {
      edgeWidth: 4,
      bevel: r * 0.95,
      swell: 20,
      soften: 3,
      exposure: 0.04,
      zones: [
        {
          shape: fading(
            everything,
            [
              [x + r * 0.5, y + r * 0.6],
              [x + r * 1.3, y + r * 0.6],
            ],
            [
              [0, 0.7],
              [1, 0],
            ],
            'radial',
          ),
          body: 'coral',
        },
      ],
      rim: 'ff8a6a',
      lift: 14,
    },
  ),
  shine(x - r * 0.36, y - r * 0.4, r * 0.26, r * 0.17, -40),
]

const leaf = (foot: Point, turn: number, length: number, half: number, bow: number): Part =>
  enamel(path(blade(foot, { length, half, turn, bow, belly: 0.5, foot: 5 })), 'leaf', {
    edgeWidth: 4,
    bevel: 22,
    swell: 16,
    exposure: 0.04,
    engraved: path(
      blade(foot, { length: length * 0.94, half: 2.2, turn, bow }) +
        [0.25, 0.42, 0.6, 0.76]
          .flatMap((share) => {
            const angle = (turn * Math.PI) / 180
            const bent = bow * Math.sin(share * Math.PI)
            const at: Point = [
              foot[0] + Math.sin(angle) * length * share + Math.cos(angle) * bent,
              foot[1] - Math.cos(angle) * length * share + Math.sin(angle) * bent,
            ]
            return [46, -46].map((off) => blade(at, { length: half * 0.82, half: 1.5, turn: turn + off }))
          })
          .join(''),
    ),
    depth: 5,
  })

/** The leaves, which flutter. */
export const cherryLeaves: Piece = [leaf([330, 92], -76, 200, 52, 26), leaf([336, 88], 66, 146, 42, -18)]

export const cherries: Piece = [
  {
    kind: 'carved',
    shape: strokes('M334 90C280 158 196 206 158 318M334 90C346 168 352 226 352 330', 15),
    body: 'leaf',
    bevel: 8,
    swell: 5,
    exposure: -0.06,
    lift: 8,
  },
  enamel(path('M312 78C320 64 352 64 358 80C362 94 350 106 336 106C322 106 308 94 312 78Z'), 'umber', {
    edgeWidth: 3,
    bevel: 14,
    exposure: 0.2,
  }),
  ...berry(352, 386, 92),
  ...berry(152, 372, 100),
]

/** Two plums with the bloom of their skins. */
export const plumLeaves: Piece = [leaf([262, 110], 58, 176, 48, -18), leaf([258, 112], -52, 140, 40, 18)]

export const plums: Piece = [
  {
    kind: 'carved',
    shape: strokes('M250 170C250 130 256 104 274 72', 15),
    body: 'umber',
    bevel: 8,
    swell: 4,
    exposure: 0.2,
    lift: 6,
  },
  enamel(
    path('M256 142C352 128 432 196 426 296C420 396 350 458 256 458C162 458 92 396 86 296C80 196 160 128 256 142Z'),
    'amethyst',
    {
      edgeWidth: 5,
      bevel: 120,
      swell: 26,
      soften: 4,
      exposure: -0.02,
      zones: [
        {
          shape: fading(
            everything,
            [
              [180, 220],
              [320, 330],
            ],
            [
              [0, 0.5],
              [1, 0],
            ],
            'radial',
          ),
          body: 'sapphire',
        },
        {
          shape: fading(
            everything,
            [
              [360, 400],
              [470, 400],
            ],
            [
              [0, 0.75],
              [1, 0],
            ],
            'radial',
          ),
          body: 'rose',
        },
      ],
      engraved: strokes('M262 148C230 240 226 360 262 454', 9),
      depth: 12,
      rim: 'd79aff',
      lift: 16,
    },
  ),
  shine(170, 222, 40, 24, -42),
]

export const lemonLeaf: Piece = [leaf([392, 132], -8, 112, 38, -12), leaf([388, 134], 66, 96, 32, 10)]

export const lemon: Piece = [
  enamel(
    path(
      'M404 108C418 118 420 134 412 150C452 216 436 318 366 380C300 436 216 444 152 410C134 424 112 432 98 418C84 404 92 382 106 364C72 300 80 216 136 150C206 84 308 68 374 108C384 98 394 100 404 108Z',
    ),
    'amber',
    {
      edgeWidth: 5,
      bevel: 120,
      swell: 30,
      soften: 4,
      exposure: 0.2,
      zones: [
        {
          shape: fading(
            everything,
            [
              [400, 400],
              [560, 400],
            ],
            [
              [0, 0.6],
              [1, 0],
            ],
            'radial',
          ),
          body: 'leaf',
        },
        { shape: '<g fill-opacity=".26">' + everything + '</g>', body: 'leaf' },
      ],
      engraved: pores(),
      depth: 4,
      rim: 'fff2a0',
      lift: 16,
    },
  ),
  shine(192, 180, 46, 24, -42),
]

function pores(): string {
  let out = ''
  for (let i = 0; i < 70; i += 1) {
    const angle = i * 2.4
    const r = Math.sqrt(i / 70) * 150
    out += circle(260 + Math.cos(angle) * r, 266 + Math.sin(angle) * r, 4.5)
  }
  return out
}
