/** What is carried through the streets of a fair: a silk lantern of two colours, a fan, a kite and a mask. */

import { blade, both, everything, fading, n, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import { fan, ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, gold, shine } from './enamel.ts'
import { cabochon, circle, ellipse, pearls } from './jewels.ts'

/** The tassel, which swings. */
export const lanternTassel: Piece = [
  gold(path('M250 372H262V414H250Z'), { bevel: 5, lift: 4 }),
  ...cabochon(256, 416, 14, 'jade'),
  enamel(path('M232 432H280L294 506H218Z'), 'ruby', {
    edgeWidth: 4,
    bevel: 14,
    exposure: 0.06,
    engraved: strokes('M244 440L236 500M256 440V500M268 440L276 500', 4),
    depth: 5,
  }),
]

const silk = (upper: boolean): string =>
  [-2, -1, 0, 1, 2]
    .map((rib) => {
      const at = (share: number, half: number) => n(256 + Math.sin((share / 2.5) * (Math.PI / 2)) * half)
      const [from, to] = [rib - 0.47, rib + 0.47]
      const [y0, y1] = upper ? [116, 232] : [240, 352]
      const [h0, h1] = upper ? [96, 168] : [168, 90]
      const bulge = upper ? 160 : 150
      return path(
        `M${at(from, h0)} ${y0}Q${at(from, bulge)} ${upper ? y0 + 40 : y1 - 34} ${at(from, upper ? h1 : h1)} ${y1}H${at(to, h1)}Q${at(to, bulge)} ${upper ? y0 + 40 : y1 - 34} ${at(to, h0)} ${y0}Z`,
      )
    })
    .join('')

const candle: Part = {
  kind: 'painted',
  svg: '<defs><radialGradient id="c"><stop offset="0" stop-color="#fff3c8" stop-opacity=".95"/><stop offset=".4" stop-color="#ffc46a" stop-opacity=".5"/><stop offset="1" stop-color="#ff8a3a" stop-opacity="0"/></radialGradient></defs><ellipse cx="256" cy="236" rx="130" ry="112" fill="url(#c)"/>',
}

/** Red silk above blue, lit from within, on a hook of gold. */
export const silkLantern: Piece = [
  gold(ring(256, 30, 28, 15), { bevel: 7, lift: 5 }),
  gold(path('M248 54H264V84H248Z'), { bevel: 6, lift: 4 }),
  enamel(silk(true), 'ruby', { edgeWidth: 4.5, bevel: 26, swell: 40, exposure: 0.08, lift: 14 }),
  enamel(silk(false), 'sapphire', { edgeWidth: 4.5, bevel: 26, swell: 40, exposure: 0.1, lift: 12 }),
  gold('<rect x="84" y="224" width="344" height="24" rx="12"/>', { bevel: 11, swell: 6, lift: 6 }),
  candle,
  gold(path('M176 80H336L354 122H158Z'), { bevel: 14, lift: 8 }),
  ...pearls(
    [188, 222, 256, 290, 324].map((x): Point => [x, 104]),
    8,
    'amber',
  ),
  gold(path('M172 346H340L322 380H190Z'), { bevel: 13, lift: 8 }),
]

const large = { y: 270, scale: 0.72 }

/** A fringe of feathers along the leaves of the fan. */
const plumes: Piece = Array.from({ length: 11 }, (_, i): Part => {
  const turn = -71 + i * 14.2
  const angle = (turn * Math.PI) / 180
  return enamel(
    path(
      blade([256 + Math.sin(angle) * 284, 412 - Math.cos(angle) * 284], {
        length: 88,
        half: 44,
        turn,
        belly: 0.58,
        foot: 26,
      }),
    ),
    i % 2 === 0 ? 'blush' : 'rose',
    { edgeWidth: 3, bevel: 26, swell: 20, exposure: i % 2 === 0 ? -0.04 : 0.06, place: large, lift: 6 },
  )
})

const peony = (x: number, y: number, r: number, size: number): string =>
  size < 1
    ? circle(x, y, r * size)
    : path(
        Array.from({ length: 6 }, (_, i) =>
          blade([x, y], { length: r, half: r * 0.44, turn: i * 60 + 14, belly: 0.66, foot: 5 }),
        ).join(''),
      )

const peonies = (size: number): string =>
  (
    [
      [256, 176, 54],
      [142, 246, 42],
      [370, 246, 42],
    ] as const
  )
    .map(([x, y, r]) => peony(x, y, r, size))
    .join('')

/** The knot below the fan, which swings. */
export const fanKnot: Piece = [
  {
    kind: 'carved',
    shape: strokes('M256 412C248 440 264 456 256 476', 8),
    body: 'ruby',
    bevel: 5,
    swell: 3,
    place: large,
    lift: 4,
  },
  enamel(path('M234 470h44l14 86h-72Z'), 'ruby', {
    edgeWidth: 4,
    bevel: 12,
    engraved: strokes('M246 484L240 552M256 484V552M266 484L272 552', 4),
    depth: 5,
    place: large,
  }),
]

/** A dancer's fan: leaves of sky blue with peonies, a fringe of feathers. */
export const dancerFan: Piece = [
  ...plumes,
  { kind: 'carved', shape: fan.sticks, body: 'gold', bevel: 6, swell: 4, place: large },
  {
    kind: 'carved',
    shape: fan.pleats,
    body: 'teal',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 18,
    swell: 26,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 412],
            [256, 94],
          ],
          [
            [0.5, 0.9],
            [0.95, 0],
          ],
          'radial',
        ),
        body: 'azure',
      },
      { shape: peonies(1), body: 'ruby' },
      { shape: peonies(0.34), body: 'amber' },
    ],
    raised: peonies(1),
    depth: 5,
    exposure: 0.1,
    place: large,
    lift: 10,
  },
  { kind: 'carved', shape: fan.rivet, body: 'gold', bevel: 20, swell: 6, place: large, lift: 6 },
]

const streamer = (x: number, body: MaterialName, bow: number): Part =>
  enamel(
    path(
      `M${x - 20} 404C${x - 26 + bow} 436 ${x - 12 - bow} 462 ${x - 20} 506L${x} 490L${x + 20} 506C${x + 26 - bow} 462 ${x + 12 + bow} 436 ${x + 20} 404Z`,
    ),
    body,
    { edgeWidth: 3.5, bevel: 12, exposure: 0.06, lift: 6 },
  )

/** The tails, which flutter. */
export const kiteTails: Piece = [streamer(158, 'amber', 14), streamer(256, 'jade', -14), streamer(354, 'amber', 14)]

const sheet =
  'M116 44H396C410 44 418 54 416 68L398 398C396 412 388 418 376 418H136C124 418 116 412 114 398L96 68C94 54 102 44 116 44Z'
const clip = (shape: string) => `<clipPath id="k"><path d="${sheet}"/></clipPath><g clip-path="url(#k)">${shape}</g>`

/** A shield kite: paper of five colours over bamboo, a round window in its middle. */
export const shieldKite: Piece = [
  enamel(path(sheet), 'snow', {
    edgeWidth: 9,
    bevel: 20,
    swell: 14,
    exposure: 0.08,
    lift: 16,
    zones: [
      { shape: clip('<rect x="60" y="30" width="400" height="90"/>'), body: 'sapphire' },
      { shape: clip(path('M80 430V262L256 372L432 262V430Z')), body: 'ruby' },
      { shape: clip(path('M80 262V222L256 332L432 222V262L256 372Z')), body: 'amber' },
    ],
    engraved: strokes('M106 56L386 408M406 56L126 408M256 50V414M100 122H412', 6),
    depth: 6,
  }),
  ...(
    [
      [172, 82],
      [256, 82],
      [340, 82],
    ] as const
  ).flatMap(([x, y]) => cabochon(x, y, 15, 'amber')),
  gold(ring(256, 232, 96, 76), { bevel: 12, lift: 8 }),
  enamel(circle(256, 232, 78), 'ruby', {
    edge: 'oldGold',
    edgeWidth: 3,
    bevel: 24,
    swell: 12,
    exposure: 0.06,
    lift: 2,
  }),
  enamel(
    Array.from({ length: 6 }, (_, i) =>
      path(blade([256, 232], { length: 64, half: 24, turn: i * 60, belly: 0.64, foot: 8 })),
    ).join(''),
    'amber',
    { edgeWidth: 3, bevel: 16, swell: 8, exposure: 0.08, lift: 3 },
  ),
  ...cabochon(256, 232, 15, 'jade'),
  ...(
    [
      [150, 380],
      [362, 380],
    ] as const
  ).flatMap(([x, y]) => cabochon(x, y, 14, 'amber')),
]

/** The cap and the cords of the mask, which sway. */
export const maskCap: Piece = [
  enamel(both(path('M368 250C398 266 412 310 404 352L428 470H380L372 356C376 320 366 290 350 276Z')), 'ruby', {
    edgeWidth: 4,
    bevel: 14,
    exposure: 0.06,
    engraved: both(strokes('M392 372L404 462M382 372L390 462', 4)),
    depth: 5,
  }),
  enamel(path('M120 190C112 96 176 30 256 30C336 30 400 96 392 190C330 150 182 150 120 190Z'), 'sapphire', {
    edgeWidth: 5,
    bevel: 40,
    swell: 26,
    exposure: 0.06,
    engraved: strokes('M256 36V160M196 48C180 80 172 120 172 164M316 48C332 80 340 120 340 164', 5),
    depth: 5,
  }),
  ...cabochon(256, 40, 20, 'ruby'),
]

const smile = (x: number, y: number): string =>
  `M${x - 52} ${y + 8}C${x - 30} ${y - 26} ${x + 30} ${y - 26} ${x + 52} ${y + 8}C${x + 28} ${y - 6} ${x - 28} ${y - 6} ${x - 52} ${y + 8}Z`

/** A mask of the dance: alder wood under lacquer, laughing eyes, a chin of its own. */
export const danceMask: Piece = [
  enamel(path('M176 392C206 420 306 420 336 392C344 440 314 490 256 492C198 490 168 440 176 392Z'), 'amber', {
    edgeWidth: 4,
    bevel: 36,
    swell: 20,
    exposure: -0.04,
    engraved: strokes('M236 478V452M256 484V452M276 478V452', 5),
    depth: 5,
    lift: 8,
  }),
  enamel(
    path(
      'M256 118C344 118 404 168 402 250C400 322 376 372 340 398C312 416 200 416 172 398C136 372 112 322 110 250C108 168 168 118 256 118Z',
    ),
    'amber',
    {
      edgeWidth: 5,
      bevel: 80,
      swell: 40,
      soften: 3,
      exposure: 0,
      lift: 14,
      zones: [
        {
          shape: both(
            fading(
              circle(352, 300, 70),
              [
                [352, 300],
                [420, 300],
              ],
              [
                [0, 0.9],
                [1, 0],
              ],
              'radial',
            ),
          ),
          body: 'coral',
        },
      ],
      engraved:
        strokes('M206 162C236 176 276 176 306 162M214 146C240 156 272 156 298 146', 5) +
        both(
          strokes(
            'M386 232C372 238 366 246 360 256M390 258C376 260 368 266 362 272M306 330C336 326 356 312 366 290',
            5,
          ),
        ),
      depth: 6,
    },
  ),
  enamel(path(`${smile(178, 240)}${smile(334, 240)}`), 'ink', {
    edgeWidth: 3,
    bevel: 8,
    swell: -4,
    exposure: 0.06,
    lift: 3,
  }),
  {
    kind: 'painted',
    svg: '<circle cx="178" cy="226" r="7" fill="#fff"/><circle cx="334" cy="226" r="7" fill="#fff"/>',
  },
  enamel(both(path('M284 206C300 170 348 160 390 190C356 184 324 190 300 214C292 220 282 214 284 206Z')), 'ink', {
    edgeWidth: 3,
    bevel: 12,
    swell: 10,
    exposure: 0.16,
    lift: 7,
  }),
  enamel(
    path('M238 210C240 250 214 292 204 316C204 346 234 350 256 350C278 350 308 346 308 316C298 292 272 250 274 210Z'),
    'amber',
    {
      edgeWidth: 0.1,
      bevel: 30,
      swell: 24,
      exposure: 0.1,
      engraved: both(ellipse(278, 334, 10, 7)),
      depth: 8,
      lift: 9,
    },
  ),
  enamel(path('M170 358C214 384 298 384 342 358C330 404 296 418 256 418C216 418 182 404 170 358Z'), 'wine', {
    edgeWidth: 4,
    bevel: 14,
    swell: -8,
    exposure: 0.02,
    lift: 4,
  }),
  {
    kind: 'carved',
    shape: path('M190 372C230 386 282 386 322 372L314 388C284 398 228 398 198 388Z'),
    body: 'snow',
    bevel: 8,
    swell: 4,
    exposure: 0.18,
    shadow: 0.3,
    lift: 2,
  },
  enamel(circle(256, 196, 15), 'ruby', { edgeWidth: 3, bevel: 12, swell: 4, exposure: 0.1, lift: 4 }),
  shine(196, 160, 30, 14, -18),
]
