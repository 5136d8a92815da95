/** What is carried up a mountain and found there: ice axe, horn, storm lantern, ice, and stones set in silver. */

import { along, beside, blade, body, both, everything, fading, n, path, strokes, widths, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, gold, shine } from './enamel.ts'
import { crystal } from './gems.ts'
import { cabochon, circle, cutStone, ellipse, pearls } from './jewels.ts'
import { moved } from './moved.ts'

const silver = (shape: string, more: Partial<Extract<Part, { kind: 'carved' }>> = {}): Part => ({
  ...gold(shape),
  body: 'silver',
  ...more,
})

const upright: Piece = [
  {
    kind: 'carved',
    shape: '<rect x="236" y="96" width="40" height="372" rx="14"/>',
    body: 'umber',
    edge: 'gold',
    edgeWidth: 3,
    bevel: 18,
    swell: 10,
    exposure: 0.36,
    lift: 14,
    engraved: strokes('M248 120V440M262 132V330', 3),
    depth: 4,
  },
  enamel(
    [296, 322, 348, 374, 400].map((y) => `<rect x="230" y="${y}" width="52" height="22" rx="9"/>`).join(''),
    'ruby',
    { edgeWidth: 3, bevel: 10, swell: 6, exposure: 0.06, lift: 4 },
  ),
  silver(path('M234 452H278L262 508L256 514L250 508Z'), { bevel: 10, lift: 6 }),
  silver(
    path(
      'M226 60C240 50 272 50 286 60C352 66 420 88 470 142C478 152 470 160 460 154C410 124 350 116 292 120C290 130 222 130 220 120C188 118 158 122 128 136C112 144 104 158 92 160C80 162 72 150 74 138L70 84C70 70 82 62 94 66C108 70 114 78 130 76C162 72 194 66 226 60Z',
    ),
    {
      bevel: 24,
      swell: 12,
      lift: 14,
      exposure: 0.04,
      engraved:
        strokes('M300 84C352 90 400 104 440 130M128 100C160 94 190 90 214 88', 4) +
        strokes('M410 126L400 110M386 118L378 102M362 112L356 98', 4),
      depth: 5,
    },
  ),
  gold('<rect x="222" y="54" width="68" height="76" rx="12"/>', { bevel: 14, lift: 6 }),
  ...cabochon(256, 92, 15, 'azure'),
]

/** The rope of the axe, which swings. */
export const axeRope: Piece = [
  {
    kind: 'carved',
    shape: strokes('M196 380C120 372 90 420 120 452C150 480 200 452 214 410', 15),
    body: 'coral',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 8,
    swell: 6,
    exposure: 0.04,
    lift: 6,
  },
]

export const iceAxe: Piece = moved(upright, { turn: 32, scale: 0.98 })

const curve: readonly [Point, Point, Point, Point] = [
  [132, 150],
  [110, 380],
  [270, 450],
  [452, 376],
]

const thickness = widths([0, 70], [0.3, 58], [0.7, 34], [1, 17])

const band = (from: number, to: number, tint: MaterialName | 'gold'): Part => {
  const shape = path(body(curve, (t) => thickness(t) + 6, from, to, 4))
  return tint === 'gold'
    ? gold(shape, { bevel: 14, swell: 8, lift: 6 })
    : enamel(shape, tint, { bevel: 14, swell: 8, exposure: 0.08, lift: 6 })
}

/** The cord of the horn, which swings. */
export const hornCord: Piece = [
  {
    kind: 'carved',
    shape: strokes('M170 300C250 250 340 300 420 380', 12),
    body: 'ruby',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 7,
    swell: 5,
    exposure: 0.06,
    lift: 6,
  },
  enamel(path('M290 284L312 294L306 374L262 366Z'), 'ruby', {
    edgeWidth: 4,
    bevel: 12,
    engraved: strokes('M286 300L276 364M300 300L294 366', 4),
    depth: 5,
  }),
]

/** A horn of ivory with bands of gold: it calls over the valleys. */
export const callingHorn: Piece = moved(
  [
    {
      kind: 'carved',
      shape: path(body(curve, thickness)),
      body: 'ivory',
      edge: 'gold',
      edgeWidth: 4,
      bevel: 60,
      swell: 26,
      soften: 2.6,
      exposure: 0.08,
      lift: 16,
      zones: [
        {
          shape: fading(
            everything,
            [
              [200, 380],
              [470, 390],
            ],
            [
              [0, 0],
              [1, 0.85],
            ],
          ),
          body: 'umber',
        },
      ],
      engraved: [0.26, 0.3, 0.5, 0.54]
        .map((t) => {
          const a = beside(curve, t, -70)
          const b = beside(curve, t, 70)
          return strokes(`M${a.map(n).join(' ')}L${b.map(n).join(' ')}`, 4)
        })
        .join(''),
      depth: 5,
    },
    gold(ellipse(134, 138, 88, 36, 2), { bevel: 16, swell: 8, lift: 10 }),
    {
      kind: 'carved',
      shape: ellipse(134, 136, 66, 22, 2),
      body: 'ink',
      edge: 'oldGold',
      edgeWidth: 4,
      bevel: 16,
      swell: -8,
      exposure: 0.06,
      shadow: 0,
    },
    band(0.1, 0.2, 'gold'),
    ...[-34, 0, 34].flatMap((aside) => {
      const [x, y] = beside(curve, 0.15, aside)
      return cabochon(x, y, 11, aside === 0 ? 'ruby' : 'azure')
    }),
    band(0.36, 0.45, 'sapphire'),
    band(0.62, 0.7, 'gold'),
    band(0.9, 1, 'gold'),
    ...pearls([along(curve, 0.405).at, beside(curve, 0.405, 28), beside(curve, 0.405, -28)], 8, 'amber'),
  ],
  { x: 244, y: 256, scale: 1.06, turn: -6 },
)

/** The bail of the lantern, which swings. */
export const lanternBail: Piece = [
  silver(strokes('M128 210C128 20 384 20 384 210', 13), { bevel: 6, swell: 4, lift: 6 }),
]

/** A storm lantern: a globe of glass between caps of teal enamel, two tubes of steel. */
export const stormLantern: Piece = [
  silver(both(path('M352 150C394 170 402 250 396 400L376 400C382 260 376 190 344 170Z')), { bevel: 9, lift: 8 }),
  enamel(path('M226 66H286L296 96H216Z'), 'teal', { edgeWidth: 4, bevel: 12 }),
  enamel(path('M196 92H316L352 152H160Z'), 'teal', {
    edgeWidth: 5,
    bevel: 22,
    swell: 12,
    exposure: 0.06,
    engraved: strokes('M256 96V148M226 98L208 148M286 98L304 148', 4),
    depth: 5,
  }),
  {
    kind: 'carved',
    shape: path('M204 152H308C356 190 356 290 312 336H200C156 290 156 190 204 152Z'),
    body: 'amber',
    edge: 'silver',
    edgeWidth: 4,
    bevel: 60,
    swell: 26,
    soften: 3,
    exposure: 0.06,
    lift: 6,
  },
  {
    kind: 'painted',
    svg: '<defs><radialGradient id="l" gradientUnits="userSpaceOnUse" cx="256" cy="256" r="120"><stop offset="0" stop-color="#fffbe9"/><stop offset=".35" stop-color="#ffe48a" stop-opacity=".95"/><stop offset=".75" stop-color="#ffb03a" stop-opacity=".4"/><stop offset="1" stop-color="#ff8a1a" stop-opacity="0"/></radialGradient></defs><circle cx="256" cy="252" r="116" fill="url(#l)"/><path d="M256 190C272 220 294 240 288 278C284 306 270 316 256 316C242 316 228 306 224 278C222 254 240 244 246 220C252 230 256 224 256 190Z" fill="#ffb93a"/><path d="M256 246C264 262 274 272 272 288C270 302 264 308 256 308C248 308 242 302 240 288C238 276 248 268 256 246Z" fill="#fffdf4"/>',
  },
  shine(196, 216, 14, 46, 8),
  silver(
    '<rect x="160" y="238" width="192" height="10" rx="5"/>' +
      strokes('M204 152C176 200 176 290 204 336M308 152C336 200 336 290 308 336', 7),
    { bevel: 5, swell: 3, lift: 4 },
  ),
  silver(path('M184 332H328L344 360H168Z'), { bevel: 12, lift: 8 }),
  enamel(
    path(
      'M150 356H362C384 372 392 412 384 462C380 478 366 484 350 484H162C146 484 132 478 128 462C120 412 128 372 150 356Z',
    ),
    'teal',
    {
      edgeWidth: 6,
      bevel: 50,
      swell: 24,
      soften: 2.6,
      exposure: 0.04,
      lift: 14,
    },
  ),
  gold('<rect x="128" y="400" width="256" height="16" rx="8"/>', { bevel: 7, lift: 4 }),
  ...cabochon(256, 446, 18, 'amber'),
  shine(176, 386, 28, 12, -16),
]

/** Crystals of ice that grew in the wind. */
export const iceCrystals: Piece = moved(
  [
    ...crystal([150, 430], { length: 220, half: 44, turn: -46, body: 'azure', edge: 'silver' }),
    ...crystal([366, 430], { length: 230, half: 44, turn: 44, body: 'azure', edge: 'silver' }),
    ...crystal([204, 448], { length: 330, half: 54, turn: -20, body: 'foam', edge: 'silver', exposure: 0.02 }),
    ...crystal([318, 448], { length: 310, half: 52, turn: 21, body: 'azure', edge: 'silver', exposure: 0.08 }),
    ...crystal([260, 470], { length: 440, half: 66, turn: 2, body: 'foam', edge: 'silver', exposure: 0.04 }),
    enamel(
      path(
        'M84 462C120 424 170 440 206 426C240 414 282 414 312 428C352 440 396 424 430 462C436 484 412 494 380 494H132C100 494 78 484 84 462Z',
      ),
      'snow',
      {
        edge: 'silver',
        edgeWidth: 4,
        bevel: 30,
        swell: 16,
        exposure: 0,
        lift: 10,
        engraved: strokes('M140 470q40 -18 80 0M240 474q36 -16 72 0M326 466q30 -14 58 2', 4),
        depth: 4,
      },
    ),
  ],
  { y: 262, scale: 0.94 },
)

const polygon = (points: readonly Point[]): string =>
  `${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')}Z`

const scaledBy = (points: readonly Point[], share: number): Point[] =>
  points.map(([x, y]): Point => [256 + (x - 256) * share, 256 + (y - 256) * share])

/** A stone of the outline in a wide setting of silver, with claws at its corners. */
const set = (outline: readonly Point[], table: number, tint: MaterialName, claws = outline): Piece => [
  silver(`<path d="${polygon(outline)}" stroke="#fff" stroke-width="46" stroke-linejoin="round"/>`, {
    bevel: 20,
    swell: 6,
    lift: 14,
  }),
  ...cutStone(outline, scaledBy(outline, table), tint),
  ...pearls(scaledBy(claws, 1.07), 13, 'snow'),
]

const hexagon: Point[] = [0, 60, 120, 180, 240, 300].map((turn): Point => {
  const angle = ((turn + 30) * Math.PI) / 180
  return [256 + Math.sin(angle) * 192, 256 - Math.cos(angle) * 192]
})

export const hexSapphire: Piece = set(hexagon, 0.54, 'sapphire')

const kite: Point[] = [
  [256, 48],
  [338, 132],
  [410, 256],
  [338, 380],
  [256, 464],
  [174, 380],
  [102, 256],
  [174, 132],
]

export const kiteEmerald: Piece = set(
  kite,
  0.5,
  'jade',
  [kite[0], kite[2], kite[4], kite[6]].filter((point) => point !== undefined),
)

const shield: Point[] = [
  [120, 84],
  [256, 66],
  [392, 84],
  [412, 232],
  [352, 366],
  [256, 448],
  [160, 366],
  [100, 232],
]

export const shieldGarnet: Piece = set(
  shield,
  0.54,
  'ruby',
  [shield[0], shield[2], shield[5]].filter((point) => point !== undefined),
)

/** A drop of amber with a fern in it, under a cap of silver. */
export const amberDrop: Piece = [
  silver(ring(256, 44, 34, 18), { bevel: 8, lift: 6 }),
  {
    kind: 'carved',
    shape: path(
      'M256 96C286 168 408 226 404 344C400 428 336 484 256 484C176 484 112 428 108 344C104 226 226 168 256 96Z',
    ),
    body: 'amber',
    edge: 'gold',
    edgeWidth: 6,
    bevel: 130,
    swell: 34,
    soften: 4,
    exposure: 0.04,
    lift: 16,
    rim: 'ffe08a',
    zones: [
      {
        shape: fading(
          everything,
          [
            [330, 410],
            [460, 410],
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
  },
  {
    kind: 'painted',
    svg: `<g fill="#4a1c02" fill-opacity=".62"><path d="M250 440C236 380 250 310 288 256L296 262C264 318 254 380 266 438Z"/>${[
      0, 1, 2, 3, 4, 5,
    ]
      .map((i) => {
        const [x, y] = [252 + i * 7, 418 - i * 28]
        return `<path d="${blade([x, y], { length: 66 - i * 7, half: 10, turn: -64, belly: 0.4 })}"/><path d="${blade([x, y], { length: 66 - i * 7, half: 10, turn: 74, belly: 0.4 })}"/>`
      })
      .join('')}</g>`,
  },
  shine(186, 296, 40, 62, 24),
  {
    kind: 'painted',
    svg: '<circle cx="330" cy="300" r="8" fill="#fff6d6" fill-opacity=".7"/><circle cx="316" cy="444" r="6" fill="#fff6d6" fill-opacity=".6"/>',
  },
  silver(path('M222 74H290C300 108 316 138 338 162C300 186 212 186 174 162C196 138 212 108 222 74Z'), {
    bevel: 18,
    swell: 10,
    lift: 8,
    engraved: strokes('M256 78V172M232 92L206 168M280 92L306 168', 4),
    depth: 5,
  }),
  { kind: 'carved', shape: circle(256, 116, 13), body: 'azure', bevel: 12, swell: 3, exposure: 0.14, lift: 3 },
]
