/** Of the meadows below the rocks: a marmot, edelweiss, and an eagle's nest with its eggs. */

import { blade, both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { fur, tufts } from './forest.ts'
import { circle, ellipse, pearls } from './jewels.ts'

const star = (
  centre: Point,
  count: number,
  length: number,
  half: number,
  from: number,
  tint: MaterialName,
  exposure: number,
): Part[] =>
  Array.from({ length: count }, (_, i) => {
    const turn = from + (i * 360) / count
    return fur(
      path(blade(centre, { length: length * (i % 2 === 0 ? 1 : 0.88), half, turn, belly: 0.56, foot: 10 })),
      tint,
      {
        edge: 'silver',
        edgeWidth: 3,
        bevel: 22,
        swell: 16,
        engraved: path(
          blade(centre, { length: length * 0.84, half: 2, turn }) +
            blade(centre, { length: length * 0.66, half: 1.4, turn: turn - 7 }) +
            blade(centre, { length: length * 0.66, half: 1.4, turn: turn + 7 }),
        ),
        depth: 5,
        exposure,
      },
    )
  })

/** The leaves, which stir. */
export const edelweissLeaves: Piece = [-150, 150, 180, -118, 118].map((turn) =>
  fur(path(blade([256, 300], { length: 204, half: 34, turn, bow: turn < 0 ? -16 : 16, belly: 0.5 })), 'leaf', {
    edge: 'gold',
    edgeWidth: 3.5,
    engraved: path(blade([256, 300], { length: 190, half: 2.4, turn, bow: turn < 0 ? -16 : 16 })),
    depth: 5,
    exposure: 0,
  }),
)

export const edelweiss: Piece = [
  ...star([256, 232], 8, 224, 46, 22.5, 'pearl', 0),
  ...star([256, 232], 7, 164, 38, 0, 'snow', 0.08),
  ...[0, 60, 120, 180, 240, 300].flatMap((turn): Part[] => {
    const angle = (turn * Math.PI) / 180
    const [x, y] = [256 + Math.sin(angle) * 46, 232 - Math.cos(angle) * 46]
    return [floret(x, y, 27)]
  }),
  floret(256, 232, 32),
  ...pearls(
    Array.from({ length: 6 }, (_, i): Point => {
      const angle = ((i * 60 + 30) * Math.PI) / 180
      return [256 + Math.sin(angle) * 27, 232 - Math.cos(angle) * 27]
    }),
    6,
    'snow',
  ),
]

function floret(x: number, y: number, r: number): Part {
  return {
    kind: 'carved',
    shape: circle(x, y, r),
    body: 'amber',
    edge: 'gold',
    edgeWidth: 4,
    bevel: r,
    swell: 6,
    exposure: 0.14,
    engraved: Array.from({ length: 9 }, (_, i) => {
      const angle = i * 2.4
      const away = Math.sqrt(i / 9) * r * 0.72
      return circle(x + Math.cos(angle) * away, y + Math.sin(angle) * away, 3)
    }).join(''),
    depth: 5,
    lift: 5,
  }
}

/** The paws and shoulders behind the head. */
export const marmotBody: Piece = [
  fur(path('M256 300C350 300 420 360 426 500H86C92 360 162 300 256 300Z'), 'umber', {
    edge: 'gold',
    bevel: 50,
    swell: 30,
    exposure: 0.22,
  }),
  fur(path('M256 340C312 340 346 400 344 500H168C166 400 200 340 256 340Z'), 'ivory', {
    edgeWidth: 2,
    bevel: 40,
    swell: 20,
    exposure: -0.06,
    engraved: strokes(
      [400, 430, 460]
        .map((y, i) => [0, 1, 2].map((c) => `M${206 + c * 34 + (i % 2) * 14} ${y}q12 16 24 0`).join(''))
        .join(''),
      4,
    ),
    depth: 4,
    lift: 4,
  }),
  fur(both(path('M392 400C418 424 412 470 372 476C336 480 318 456 322 436C340 440 352 424 360 408Z')), 'umber', {
    edge: 'gold',
    exposure: 0.34,
    engraved: both(strokes('M332 462L328 446M350 472L346 454', 4)),
    depth: 5,
    lift: 9,
  }),
]

export const marmot: Piece = [
  fur(both(circle(386, 118, 44)), 'umber', { edge: 'gold', exposure: 0.24 }),
  fur(both(circle(384, 122, 25)), 'coral', { edgeWidth: 2, swell: -6, exposure: -0.14, shadow: 0.3 }),
  ...tufts([320, 262], [84, 106, 128], { length: 134, half: 46, bow: -18, body: 'umber', exposure: 0.2 }),
  fur(
    path('M256 52C346 50 410 116 416 206C420 296 350 372 256 374C162 372 92 296 96 206C102 116 166 50 256 52Z'),
    'umber',
    {
      edge: 'gold',
      bevel: 80,
      swell: 44,
      soften: 3,
      exposure: 0.34,
      zones: [
        {
          shape: both(
            fading(
              circle(360, 262, 70),
              [
                [360, 262],
                [430, 262],
              ],
              [
                [0, 0.8],
                [1, 0],
              ],
              'radial',
            ),
          ),
          body: 'amber',
        },
        {
          shape: fading(
            everything,
            [
              [256, 60],
              [256, 190],
            ],
            [
              [0, 0.4],
              [1, 0],
            ],
          ),
          body: 'ink',
        },
      ],
      engraved: both(
        strokes(
          'M262 70L264 116M284 72L290 114M306 80L314 118M328 94L338 128M398 236L372 244M394 262L366 266M384 288L358 288',
          5,
        ),
      ),
      depth: 5,
      lift: 12,
    },
  ),
  fur(
    path('M256 196C318 196 348 232 346 276C344 326 310 352 256 354C202 352 168 326 166 276C164 232 194 196 256 196Z'),
    'ivory',
    {
      edgeWidth: 2,
      bevel: 50,
      swell: 34,
      soften: 3,
      exposure: 0.02,
      lift: 9,
    },
  ),
  {
    kind: 'carved',
    shape: path('M206 312Q256 326 306 312C300 352 280 372 256 372C232 372 212 352 206 312Z'),
    body: 'wine',
    edge: 'gold',
    edgeWidth: 2,
    bevel: 12,
    swell: -8,
    exposure: 0.04,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: '<rect x="228" y="310" width="27" height="46" rx="8"/><rect x="257" y="310" width="27" height="46" rx="8"/>',
    body: 'snow',
    bevel: 12,
    swell: 5,
    exposure: 0.2,
    lift: 4,
  },
  fur(both(path('M256 276C286 270 322 278 330 304C318 328 280 330 256 318Z')), 'ivory', {
    edgeWidth: 0.1,
    bevel: 22,
    swell: 18,
    exposure: 0.12,
    engraved: both(circle(296, 296, 3.5) + circle(310, 302, 3.5) + circle(288, 306, 3.5)),
    depth: 5,
    lift: 7,
  }),
  {
    kind: 'carved',
    shape: path('M210 246C228 228 284 228 302 246C304 270 278 290 256 292C234 290 208 270 210 246Z'),
    body: 'ink',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 28,
    swell: 18,
    exposure: 0.2,
    engraved: both(ellipse(278, 268, 9, 6, -20)),
    depth: 8,
    lift: 8,
  },
  { kind: 'carved', shape: both(circle(326, 186, 32)), body: 'ink', bevel: 14, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: both(circle(326, 186, 25)),
    body: 'umber',
    bevel: 20,
    swell: 6,
    exposure: 0.3,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(circle(324, 186, 14)), body: 'ink', bevel: 10, swell: 3, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="315" cy="176" r="8" fill="#fff"/><circle cx="333" cy="196" r="4" fill="#fff" fill-opacity=".6"/><circle cx="179" cy="176" r="8" fill="#fff"/><circle cx="197" cy="196" r="4" fill="#fff" fill-opacity=".6"/>',
  },
  fur(both(path('M284 156C298 128 342 124 364 148C342 146 320 146 300 160C292 164 284 162 284 156Z')), 'umber', {
    edge: 'gold',
    bevel: 10,
    exposure: 0.38,
    lift: 5,
  }),
]

export const marmotEyes = [
  [326, 186, 20],
  [186, 186, 20],
] as const

const twig = (d: string, width: number, tint: MaterialName, exposure: number): Part => ({
  kind: 'carved',
  shape: strokes(d, width),
  body: tint,
  bevel: width / 2,
  swell: 4,
  soften: 1.2,
  exposure,
  lift: 6,
})

export const nestBack: Piece = [0, 1, 2, 3, 4, 5].map((i) =>
  twig(
    `M${58 + i * 12} ${288 - i * 10}Q256 ${180 - i * 8} ${454 - i * 10} ${284 - i * 12}`,
    15,
    i % 2 === 0 ? 'umber' : 'amber',
    i % 2 === 0 ? 0.3 : -0.16,
  ),
)

const egg = (x: number, y: number, rx: number, ry: number, turn: number, tint: MaterialName): Piece => [
  {
    kind: 'carved',
    shape: ellipse(x, y, rx, ry, turn),
    body: tint,
    ...(tint === 'gold' ? {} : { edge: 'gold' as const, edgeWidth: 4 }),
    bevel: rx,
    swell: 14,
    soften: 3,
    exposure: 0.1,
    ...(tint === 'gold'
      ? {}
      : {
          zones: [
            {
              shape: Array.from({ length: 16 }, (_, i) =>
                circle(
                  x + Math.cos(i * 2.4) * rx * 0.8 * Math.sqrt(i / 16),
                  y + Math.sin(i * 2.4) * ry * 0.8 * Math.sqrt(i / 16),
                  3 + (i % 3) * 2,
                ),
              ).join(''),
              body: 'umber' as const,
            },
          ],
        }),
    lift: 12,
  },
  {
    kind: 'painted',
    svg: `<ellipse cx="${x - rx * 0.34}" cy="${y - ry * 0.42}" rx="${rx * 0.24}" ry="${ry * 0.17}" transform="rotate(-30 ${x - rx * 0.34} ${y - ry * 0.42})" fill="#fff" fill-opacity=".8"/>`,
  },
]

export const eggs: Piece = [
  ...egg(152, 216, 66, 88, -16, 'azure'),
  ...egg(360, 216, 66, 88, 16, 'azure'),
  ...egg(256, 196, 82, 112, 0, 'gold'),
]

export const nestFront: Piece = [
  ...Array.from({ length: 11 }, (_, i) =>
    twig(
      `M${44 + i * 9 + (i % 3) * 8} ${278 + i * 13}Q256 ${352 + i * 15 - (i % 2) * 18} ${468 - i * 9 - (i % 4) * 7} ${272 + i * 13}`,
      18,
      i % 3 === 0 ? 'amber' : 'umber',
      i % 3 === 0 ? -0.14 : 0.22 + (i % 2) * 0.12,
    ),
  ),
  ...[
    'M60 300L128 372',
    'M452 296L388 376',
    'M120 320L196 396',
    'M400 318L320 400',
    'M196 338L150 404',
    'M318 338L366 404',
    'M236 352L280 414',
    'M40 262L96 300',
    'M472 258L420 300',
  ].map((d, i) => twig(d, 12, i % 2 === 0 ? 'umber' : 'amber', i % 2 === 0 ? 0.36 : -0.1)),
]
