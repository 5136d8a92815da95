/** Of a sage's garden: gourd, teapot, bamboo. */

import { blade, both, everything, fading, path, strokes, type Point } from '../forms.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { cabochon } from './jewels.ts'
import { gold, inlay } from './temple.ts'

const leaf = (foot: Point, turn: number, length: number, half: number, bow: number): Part =>
  inlay(path(blade(foot, { length, half, turn, bow, belly: 0.42, foot: 4 })), 'leaf', {
    edgeWidth: 3.5,
    bevel: 16,
    swell: 14,
    exposure: 0.02,
    engraved: path(blade(foot, { length: length * 0.92, half: 2, turn, bow })),
    depth: 5,
  })

const shine = (x: number, y: number, rx: number, ry: number, turn: number): Part => ({
  kind: 'painted',
  svg: `<defs><radialGradient id="s"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset=".5" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" transform="rotate(${turn} ${x} ${y})" fill="url(#s)"/>`,
})

/** Cord and tassels, which swing. */
export const gourdCord: Piece = [
  inlay(
    both(path('M300 262C340 290 366 320 372 356H356C348 330 324 300 292 280Z') + path('M352 356H376L388 446H340Z')),
    'ruby',
    {
      bevel: 10,
      exposure: 0.06,
      engraved: both(strokes('M352 372L346 440M364 370V442M374 372L382 440', 4)),
      depth: 5,
      lift: 10,
    },
  ),
  gold(both(path('M346 344H382V362H346Z')), { bevel: 8, lift: 5 }),
]

export const gourd: Piece = [
  leaf([262, 66], 70, 150, 40, -18),
  leaf([258, 66], -64, 120, 34, 16),
  inlay(path('M240 92C242 66 240 44 226 26L246 20C262 40 270 66 272 92Z'), 'leaf', { bevel: 12, exposure: -0.04 }),
  inlay(
    path(
      'M256 78C318 78 352 122 346 172C342 206 318 226 310 246C384 266 426 322 420 386C414 450 346 490 256 490C166 490 98 450 92 386C86 322 128 266 202 246C194 226 170 206 166 172C160 122 194 78 256 78Z',
    ),
    'amber',
    {
      edgeWidth: 5,
      bevel: 110,
      swell: 34,
      soften: 4,
      exposure: 0,
      zones: [
        {
          shape: fading(
            everything,
            [
              [340, 430],
              [470, 430],
            ],
            [
              [0, 0.75],
              [1, 0],
            ],
            'radial',
          ),
          body: 'coral',
        },
      ],
      rim: 'ffd08a',
      lift: 16,
    },
  ),
  shine(206, 130, 30, 20, -40),
  shine(156, 326, 46, 28, -46),
  inlay(path('M186 232C226 252 286 252 326 232L332 262C286 282 226 282 180 262Z'), 'ruby', {
    bevel: 12,
    exposure: 0.06,
    engraved: strokes('M196 244L206 266M222 252L230 272M252 256V276M284 252L278 274M312 244L304 268', 4),
    depth: 5,
    lift: 8,
  }),
  gold(ring(256, 262, 34, 16), { bevel: 8, lift: 8 }),
]

/** Steam, which drifts. */
export const steam: Piece = [
  {
    kind: 'painted',
    svg: '<g fill="none" stroke="#f2fff8" stroke-linecap="round"><path d="M214 92C190 66 234 50 214 18" stroke-width="13" stroke-opacity=".55"/><path d="M262 88C238 58 290 44 264 6" stroke-width="15" stroke-opacity=".7"/><path d="M310 92C290 66 332 50 312 22" stroke-width="12" stroke-opacity=".5"/></g>',
  },
]

export const teapot: Piece = [
  inlay(
    path(
      'M372 300C420 280 430 230 440 196C448 182 468 180 484 186L476 208C462 206 458 216 456 232C446 300 426 350 376 372Z',
    ),
    'teal',
    {
      bevel: 26,
      swell: 20,
      exposure: 0.04,
      lift: 10,
    },
  ),
  gold(path('M436 178C456 168 480 172 492 184L484 206C470 198 452 198 440 204Z'), { bevel: 10, lift: 5 }),
  gold(
    '<path fill-rule="evenodd" d="M140 230C60 216 18 268 34 330C48 386 108 402 158 388L148 358C110 366 74 354 66 320C58 284 86 254 134 262Z"/>',
    {
      bevel: 14,
      lift: 10,
    },
  ),
  inlay(
    path('M256 168C360 168 416 240 408 318C402 384 350 432 256 432C162 432 110 384 104 318C96 240 152 168 256 168Z'),
    'teal',
    {
      edge: 'gold',
      edgeWidth: 6,
      bevel: 110,
      swell: 34,
      soften: 4,
      exposure: 0.04,
      zones: [
        {
          shape: fading(
            everything,
            [
              [340, 400],
              [470, 400],
            ],
            [
              [0, 0.7],
              [1, 0],
            ],
            'radial',
          ),
          body: 'jade',
        },
      ],
      rim: '9affe0',
      lift: 16,
    },
  ),
  inlay(
    path(
      [-60, -30, 0, 30, 60]
        .map((turn) => blade([256, 372], { length: 120 - Math.abs(turn) * 0.5, half: 24, turn, belly: 0.6 }))
        .join(''),
    ),
    'blush',
    { edgeWidth: 3, bevel: 14, exposure: -0.02, lift: 4 },
  ),
  gold(strokes('M196 388Q256 410 316 388', 8), { bevel: 4, lift: 3 }),
  shine(176, 236, 36, 22, -42),
  inlay(path('M186 174C190 140 220 124 256 124C292 124 322 140 326 174C300 188 212 188 186 174Z'), 'teal', {
    edge: 'gold',
    edgeWidth: 5,
    bevel: 30,
    exposure: 0.1,
    lift: 8,
  }),
  ...cabochon(256, 116, 18, 'ruby'),
  gold(path('M176 424H336L352 452C336 464 176 464 160 452Z'), { bevel: 12, lift: 8 }),
]

const stalk = (x: number, lean: number, wide: number, drop: number): Piece =>
  [0, 1, 2, 3].flatMap((i): Part[] => {
    const y = 498 - drop - i * 118
    const at = x + lean * i
    const up = x + lean * (i + 1)
    return [
      inlay(
        path(
          `M${at - wide} ${y}C${at - wide * 0.82} ${y - 40} ${up - wide * 0.82} ${y - 78} ${up - wide} ${y - 112}H${up + wide}C${up + wide * 0.82} ${y - 78} ${at + wide * 0.82} ${y - 40} ${at + wide} ${y}Z`,
        ),
        'leaf',
        { bevel: wide * 0.95, swell: 10, exposure: 0.04 + i * 0.02, lift: 8 },
      ),
      gold(path(`M${up - wide - 4} ${y - 118}H${up + wide + 4}V${y - 106}H${up - wide - 4}Z`), {
        bevel: 5,
        swell: 2,
        lift: 4,
      }),
    ]
  })

/** The leaves, which rustle. */
export const bambooLeaves: Piece = [
  leaf([150, 156], -66, 130, 30, 18),
  leaf([150, 170], -108, 126, 28, -14),
  leaf([340, 120], 66, 152, 30, -18),
  leaf([344, 132], 104, 146, 28, 14),
  leaf([330, 260], 92, 150, 28, 16),
  leaf([146, 296], -100, 126, 28, -16),
  leaf([262, 60], 22, 60, 20, -8),
]

export const bamboo: Piece = [...stalk(148, 4, 30, 24), ...stalk(352, 5, 30, 44), ...stalk(250, 2, 42, 0)]
