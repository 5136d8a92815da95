/** A jade tortoise from above and an eagle's head in profile; a coin that is seen first, a painted fan. */

import { blade, both, everything, fading, n, path, strokes, type Point } from '../forms.ts'
import { coin, fan, ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { moved } from './moved.ts'
import { burst } from './pearl.ts'

type Carved = Extract<Part, { kind: 'carved' }>

const enamel = (shape: string, body: Carved['body'], more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body,
  edge: 'gold',
  edgeWidth: 4.5,
  bevel: 22,
  swell: 22,
  soften: 2.2,
  exposure: 0.08,
  lift: 9,
  ...more,
})

const scutes = (): string[] => {
  const hexagon = (x: number, y: number, w: number, h: number) =>
    `M${n(x - w)} ${n(y)}L${n(x - w * 0.55)} ${n(y - h)}H${n(x + w * 0.55)}L${n(x + w)} ${n(y)}L${n(x + w * 0.55)} ${n(y + h)}H${n(x - w * 0.55)}Z`
  const middle = [112, 188, 264, 340, 416].map((y) => hexagon(256, y, 52, 35))
  const sides = [164, 228, 302, 366].map((y, i) => hexagon(330 - (i === 0 || i === 3 ? 14 : 0), y, 40, 32))
  return [...middle.map((one) => path(one)), ...sides.map((one) => both(path(one)))]
}

const withinShell = (shape: string) =>
  `<clipPath id="s"><ellipse cx="256" cy="264" rx="116" ry="138"/></clipPath><g clip-path="url(#s)">${shape}</g>`

const limbScales = strokes(
  'M330 120L420 60M340 140L440 84M360 160L450 112M330 400L410 462M346 384L432 440M362 366L446 414',
  3,
)

/** The limbs, which row. */
export const tortoiseLimbs: Piece = moved(
  [
    enamel(path(blade([256, 400], { length: 104, half: 22, turn: 180, belly: 0.3 })), 'leaf'),
    enamel(
      both(
        path(
          blade([318, 180], { length: 172, half: 50, turn: 54, bow: -22, belly: 0.5, foot: 34 }) +
            blade([318, 352], { length: 140, half: 44, turn: 132, bow: 16, belly: 0.5, foot: 34 }),
        ),
      ),
      'teal',
      {
        engraved: both(limbScales),
        depth: 4,
        zones: [
          {
            shape: both(
              fading(
                everything,
                [
                  [330, 250],
                  [470, 250],
                ],
                [
                  [0, 0],
                  [1, 0.8],
                ],
              ),
            ),
            body: 'leaf',
          },
        ],
        bevel: 30,
      },
    ),
  ],
  { scale: 0.92 },
)

export const tortoiseBody: Piece = moved(
  [
    enamel(path('M218 150C206 92 218 34 256 32C294 34 306 92 294 150Z'), 'leaf', {
      bevel: 36,
      engraved: strokes('M232 130Q256 142 280 130M230 112Q256 124 282 112', 3.5),
      depth: 4,
    }),
    { kind: 'carved', shape: both('<circle cx="280" cy="70" r="11"/>'), body: 'gold', bevel: 5, swell: 3, lift: 3 },
    {
      kind: 'carved',
      shape: both('<circle cx="281" cy="69" r="7.500"/>'),
      body: 'ink',
      bevel: 5,
      swell: 2,
      shadow: 0,
      lift: 1,
    },
    {
      kind: 'carved',
      shape: '<ellipse cx="256" cy="264" rx="146" ry="170"/>',
      body: 'gold',
      bevel: 20,
      swell: 26,
      lift: 16,
    },
    {
      kind: 'carved',
      shape: `<g>${ring(256, 264, 140, 120).replace('<path', '<path transform="translate(0 -44) scale(1 1.167)"')}</g>`,
      body: 'teal',
      bevel: 8,
      swell: 4,
      shadow: 0.3,
      lift: 2,
      engraved: Array.from(
        { length: 20 },
        (_, i) => `<rect x="253" y="100" width="6" height="330" transform="rotate(${i * 18} 256 264)"/>`,
      ).join(''),
      depth: 4,
    },
    ...scutes().map((shape) =>
      enamel(withinShell(shape), 'jade', {
        edgeWidth: 3.5,
        bevel: 26,
        swell: 20,
        zones: [
          {
            shape: fading(
              everything,
              [
                [220, 190],
                [400, 400],
              ],
              [
                [0, 0.6],
                [0.7, 0],
              ],
            ),
            body: 'leaf',
          },
        ],
        exposure: 0.1,
        lift: 4,
        rim: '0a5a48',
      }),
    ),
  ],
  { scale: 0.92 },
)

const nape: Point = [262, 176]

const plume = (turn: number, length: number, half: number, body: Carved['body'], exposure: number): Carved =>
  enamel(path(blade(nape, { length, half, turn, bow: -14, belly: 0.68, foot: 10 })), body, {
    edgeWidth: 3.5,
    bevel: 16,
    swell: 16,
    engraved: path(
      [0, ...[0.4, 0.55, 0.7, 0.85].flatMap((share) => [share, -share])]
        .map((share) => {
          if (share === 0) return blade(nape, { length: length * 0.95, half: 1.8, turn, bow: -14 })
          const angle = (turn * Math.PI) / 180
          const reach = length * Math.abs(share)
          return blade([nape[0] + Math.sin(angle) * reach, nape[1] - Math.cos(angle) * reach], {
            length: 30,
            half: 1.2,
            turn: turn + (share > 0 ? 32 : -32),
          })
        })
        .join(''),
    ),
    depth: 4,
    exposure,
    lift: 7,
  })

const spread = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))

/** The feathers of the neck, which ruffle. */
export const eagleNeck: Piece = [
  ...spread(262, 160, 8).map((turn, i) => plume(turn, 268 - Math.abs(i - 4) * 12, 33, 'sapphire', -0.02)),
  ...spread(268, 164, 7).map((turn) => plume(turn, 204, 32, 'azure', 0.02)),
  ...spread(276, 160, 6).map((turn) => plume(turn, 148, 31, 'snow', 0.06)),
]

export const eagleHead: Piece = [
  enamel(
    path('M186 160C186 92 246 56 310 62C366 68 396 104 394 150C390 200 346 230 296 240C246 250 190 222 186 160Z'),
    'snow',
    {
      edgeWidth: 0.1,
      bevel: 60,
      swell: 30,
      engraved: strokes(
        'M206 168q10 16 26 8M214 138q10 16 26 8M220 196q12 14 28 4M230 112q10 14 26 6M244 156q10 14 24 6M254 186q10 14 26 4M262 214q12 8 26 0M256 92q12 12 26 2M288 80q12 10 24 2',
        4,
      ),
      depth: 4,
      exposure: 0.14,
      lift: 10,
    },
  ),
  {
    kind: 'carved',
    shape: path(
      'M352 128C400 106 452 130 466 182C474 214 462 244 444 262C448 232 432 212 404 210C376 210 352 200 344 176C340 158 342 140 352 128Z',
    ),
    body: 'gold',
    bevel: 34,
    swell: 22,
    soften: 2.4,
    engraved: strokes('M350 186C384 190 420 186 446 196', 4) + '<ellipse cx="384" cy="152" rx="10" ry="6"/>',
    depth: 6,
    lift: 10,
  },
  {
    kind: 'carved',
    shape: path('M344 190C364 206 392 212 414 216C404 232 376 240 352 228C338 218 336 202 344 190Z'),
    body: 'oldGold',
    bevel: 16,
    swell: 8,
    lift: 5,
  },
  { kind: 'carved', shape: '<circle cx="314" cy="142" r="25"/>', body: 'ink', bevel: 10, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: '<circle cx="316" cy="143" r="19"/>',
    body: 'amber',
    bevel: 16,
    swell: 6,
    exposure: 0.26,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: '<circle cx="319" cy="144" r="9.500"/>', body: 'ink', bevel: 7, swell: 2, shadow: 0 },
  { kind: 'painted', svg: '<circle cx="315" cy="138" r="4" fill="#fff"/>' },
  {
    kind: 'carved',
    shape: path(
      'M262 108C290 100 326 108 358 128C352 136 344 138 336 136C312 124 288 122 268 124C256 122 254 112 262 108Z',
    ),
    body: 'gold',
    bevel: 12,
    swell: 8,
    lift: 6,
  },
]

export const scatterCoin: Piece = [
  { kind: 'painted', svg: burst(256, 240, '#ffd75e') },
  ...moved(
    [
      { kind: 'painted', svg: '<rect x="196" y="196" width="120" height="120" fill="#1a0508"/>' },
      { kind: 'carved', shape: coin.body, body: 'gold', bevel: 20, swell: 20, lift: 16 },
      {
        kind: 'carved',
        shape: coin.field,
        body: 'ruby',
        edge: 'gold',
        edgeWidth: 5,
        bevel: 14,
        swell: 8,
        exposure: 0.1,
        shadow: 0.3,
        lift: 2,
      },
      { kind: 'carved', shape: coin.collar, body: 'gold', bevel: 12, swell: 8, lift: 4, shadow: 0.6 },
      { kind: 'carved', shape: coin.petals, body: 'gold', bevel: 14, swell: 10, lift: 4, shadow: 0.6 },
    ],
    { y: 232, scale: 0.94 },
  ),
]

const large = { y: 262, scale: 0.78 }
const leaf = (radius: number, from: number, to: number) =>
  fading(
    everything,
    [
      [256, 412],
      [256, 412 - radius],
    ],
    [
      [from, 0],
      [to, 1],
    ],
    'radial',
  )

export const paintedFan: Piece = [
  {
    kind: 'carved',
    shape: strokes('M256 412C250 450 262 470 254 500', 6),
    body: 'ruby',
    bevel: 5,
    swell: 3,
    place: large,
    lift: 4,
  },
  {
    kind: 'carved',
    shape: path('M240 486h32l10 70h-52Z'),
    body: 'ruby',
    bevel: 10,
    swell: 8,
    engraved: strokes('M248 500V556M256 500V556M264 500V556', 3),
    depth: 5,
    place: large,
    lift: 5,
  },
  { kind: 'carved', shape: fan.sticks, body: 'gold', bevel: 5, swell: 4, place: large },
  {
    kind: 'carved',
    shape: fan.pleats,
    body: 'amethyst',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 18,
    swell: 26,
    zones: [
      { shape: leaf(318, 0.72, 1), body: 'rose' },
      { shape: peonies(), body: 'blush' },
      { shape: peonies(0.5), body: 'amber' },
    ],
    raised: peonies(),
    depth: 4,
    exposure: 0.06,
    place: large,
    lift: 10,
  },
  { kind: 'carved', shape: fan.rivet, body: 'gold', bevel: 20, swell: 6, place: large, lift: 6 },
]

/** Three flowers painted across the leaves of the fan; `size` below 1 gives their hearts. */
function peonies(size = 1): string {
  return (
    [
      [256, 172, 46],
      [148, 236, 36],
      [364, 236, 36],
    ] as const
  )
    .map(([x, y, r]) =>
      size < 1
        ? `<circle cx="${x}" cy="${y}" r="${r * 0.3}"/>`
        : path(
            Array.from({ length: 6 }, (_, i) =>
              blade([x, y], { length: r, half: r * 0.42, turn: i * 60, belly: 0.66, foot: 4 }),
            ).join(''),
          ),
    )
    .join('')
}
