/** Stones as the rock gives them and as a cutter leaves them: crystals, brilliants, an opal, a slice of agate, a flint. */

import { closed, everything, fading, n, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, gold, shine } from './enamel.ts'
import { circle, cutStone, ellipse, pearls } from './jewels.ts'

const turned = ([x, y]: Point, [cx, cy]: Point, turn: number): Point => {
  const angle = (turn * Math.PI) / 180
  return [cx + x * Math.cos(angle) - y * Math.sin(angle), cy + x * Math.sin(angle) + y * Math.cos(angle)]
}

const polygon = (points: readonly Point[]): string =>
  `${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')}Z`

type Crystal = {
  readonly length: number
  readonly half: number
  /** Degrees clockwise from up. */
  readonly turn: number
  readonly body: MaterialName
  readonly edge?: MaterialName
  /** Both ends are points, and `foot` is the middle. */
  readonly isDouble?: boolean
  readonly exposure?: number
}

/** A crystal of six sides, three of which are seen, from its foot. */
export function crystal(foot: Point, form: Crystal): Piece {
  const { length, half, turn, body, edge = 'gold', isDouble = false, exposure = 0.06 } = form
  const put = (x: number, y: number) => turned([x, y], foot, turn)
  const tip = half * 1.25
  const top = isDouble ? -length / 2 : -length
  const end = isDouble ? length / 2 : 0
  const shoulders = [
    put(-half, top + tip),
    put(-half * 0.3, top + tip * 1.16),
    put(half * 0.42, top + tip * 1.1),
    put(half, top + tip * 0.92),
  ]
  const peak = put(-half * 0.06, top)
  const feet = isDouble
    ? [
        put(-half, end - tip * 0.92),
        put(-half * 0.3, end - tip * 1.1),
        put(half * 0.42, end - tip * 1.16),
        put(half, end - tip),
      ]
    : [
        put(-half * 0.92, end - half * 0.3),
        put(-half * 0.3, end),
        put(half * 0.42, end),
        put(half * 0.92, end - half * 0.3),
      ]
  const base = put(half * 0.1, end)
  const [s0, s1, s2, s3] = shoulders as [Point, Point, Point, Point]
  const [f0, f1, f2, f3] = feet as [Point, Point, Point, Point]
  const outline = isDouble ? [peak, s3, f3, base, f0, s0] : [peak, s3, f3, f2, f1, f0, s0]
  const face = (points: readonly Point[], tint: string, share: number) =>
    `<path d="${polygon(points)}" fill="${tint}" fill-opacity="${share}"/>`
  const faces = [
    face([s0, s1, f1, f0], '#fff', 0.2),
    face([s1, s2, f2, f1], '#fff', 0.06),
    face([s2, s3, f3, f2], '#000', 0.3),
    face([peak, s0, s1], '#fff', 0.5),
    face([peak, s1, s2], '#fff', 0.26),
    face([peak, s2, s3], '#000', 0.14),
    ...(isDouble
      ? [face([base, f0, f1], '#fff', 0.12), face([base, f1, f2], '#000', 0.12), face([base, f2, f3], '#000', 0.42)]
      : []),
  ].join('')
  const seams = `${polygon([peak, s1, f1])}${polygon([peak, s2, f2])}M${s0.map(n).join(' ')}L${s1.map(n).join(' ')}L${s2.map(n).join(' ')}L${s3.map(n).join(' ')}`
  const glint = put(-half * 0.62, top + tip * 1.9)
  return [
    {
      kind: 'carved',
      shape: path(polygon(outline)),
      body,
      edge,
      edgeWidth: 5,
      bevel: half * 0.5,
      swell: 8,
      soften: 1.2,
      exposure,
      lift: 10,
    },
    {
      kind: 'painted',
      svg: `${faces}<path d="${seams}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2.500" stroke-linejoin="round"/>`,
    },
    shine(glint[0], glint[1], half * 0.14, half * 0.5, turn),
  ]
}

/** Five points of amethyst that grow from one root. */
export const amethystCluster: Piece = [
  ...crystal([196, 424], { length: 240, half: 46, turn: -40, body: 'amethyst' }),
  ...crystal([322, 420], { length: 250, half: 46, turn: 38, body: 'amethyst' }),
  ...crystal([210, 440], { length: 330, half: 56, turn: -16, body: 'amethyst', exposure: 0.1 }),
  ...crystal([310, 440], { length: 300, half: 52, turn: 17, body: 'amethyst', exposure: 0.06 }),
  ...crystal([258, 462], { length: 424, half: 72, turn: 1, body: 'amethyst', exposure: 0.14 }),
  {
    kind: 'carved',
    shape: path('M88 452L124 412L166 424L204 402L256 414L306 400L350 424L392 410L426 452L412 482L356 494H158L102 484Z'),
    body: 'plum',
    edge: 'gold',
    edgeWidth: 5,
    bevel: 30,
    swell: 14,
    chisel: true,
    exposure: 0.2,
    engraved: strokes(
      'M166 424L176 470L158 494M256 414L250 462L284 494M350 424L344 468L356 494M124 412L130 456L102 484',
      5,
    ),
    depth: 6,
    lift: 10,
  },
]

const around = (count: number, r: number, from = 0, squash = 1): Point[] =>
  Array.from({ length: count }, (_, i): Point => {
    const angle = ((from + (i * 360) / count) * Math.PI) / 180
    return [256 + Math.sin(angle) * r, 256 - Math.cos(angle) * r * squash]
  })

const setting = (points: readonly Point[]): Part =>
  gold(`<path d="${polygon(points)}" stroke="#fff" stroke-width="44" stroke-linejoin="round"/>`, {
    bevel: 18,
    swell: 6,
    lift: 14,
  })

/** A brilliant of ruby in a collar with claws. */
export const brilliantRuby: Piece = [
  setting(around(12, 178, 15)),
  ...cutStone(around(12, 178, 15), around(12, 92, 15), 'ruby'),
  ...pearls(around(6, 190, 15), 16, 'amber'),
]

const scaledBy = (points: readonly Point[], share: number, [cx, cy]: Point = [256, 256]): Point[] =>
  points.map(([x, y]): Point => [cx + (x - cx) * share, cy + (y - cy) * share])

const trillion: Point[] = [0, 120, 240].flatMap((turn): Point[] =>
  [-14, 14].map((off) => {
    const angle = ((turn + off) * Math.PI) / 180
    return [256 + Math.sin(angle) * 218, 290 - Math.cos(angle) * 218]
  }),
)

/** A topaz of three sides. */
export const trillionTopaz: Piece = [
  setting(trillion),
  ...cutStone(trillion, scaledBy(trillion, 0.48, [256, 290]), 'amber'),
  ...pearls(
    [trillion[0], trillion[2], trillion[4]].map((_, i): Point => {
      const angle = (i * 120 * Math.PI) / 180
      return [256 + Math.sin(angle) * 226, 290 - Math.cos(angle) * 226]
    }),
    15,
    'snow',
  ),
]

const tablet: Point[] = [
  [160, 66],
  [352, 66],
  [410, 124],
  [410, 388],
  [352, 446],
  [160, 446],
  [102, 388],
  [102, 124],
]

/** An emerald cut in steps. */
export const stepEmerald: Piece = [
  setting(tablet),
  ...cutStone(tablet, scaledBy(tablet, 0.74), 'jade'),
  ...cutStone(scaledBy(tablet, 0.72), scaledBy(tablet, 0.46), 'jade'),
]

const spot = (x: number, y: number, reach: number, opacity: number): string =>
  fading(
    everything,
    [
      [x, y],
      [x + reach, y],
    ],
    [
      [0, opacity],
      [1, 0],
    ],
    'radial',
  )

/** An opal: milk with fires of every colour in it. */
export const fireOpal: Piece = [
  gold(ellipse(256, 256, 184, 222), { bevel: 20, swell: 8, lift: 14 }),
  {
    kind: 'carved',
    shape: ellipse(256, 256, 156, 194),
    body: 'pearl',
    edge: 'oldGold',
    edgeWidth: 5,
    bevel: 150,
    swell: 10,
    soften: 4,
    exposure: 0.1,
    shadow: 0.3,
    lift: 2,
    zones: [
      { shape: spot(182, 168, 104, 1), body: 'teal' },
      { shape: spot(330, 180, 100, 1), body: 'rose' },
      { shape: spot(184, 316, 104, 1), body: 'azure' },
      { shape: spot(326, 340, 108, 1), body: 'amber' },
      { shape: spot(256, 244, 74, 0.9), body: 'leaf' },
      { shape: spot(252, 410, 76, 0.95), body: 'coral' },
      { shape: spot(250, 96, 60, 0.9), body: 'amethyst' },
    ],
  },
  {
    kind: 'painted',
    svg: '<g fill="#fff"><path d="M128 236C132 160 170 104 226 80C188 122 166 174 160 246Z" fill-opacity=".85"/><path d="M384 300C378 360 344 408 296 430C330 392 348 350 356 296Z" fill-opacity=".5"/><path d="M214 214L256 190L286 226L248 250ZM292 262L330 250L338 290L302 298ZM196 286L232 278L238 316L206 322Z" fill-opacity=".34"/></g><ellipse cx="256" cy="256" rx="150" ry="188" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="6"/>',
  },
  shine(198, 142, 44, 24, -32),
]

/** Clear quartz: a crystal with two points, and a small one beside it. */
export const clearQuartz: Piece = [
  ...crystal([352, 352], {
    length: 250,
    half: 50,
    turn: 62,
    body: 'foam',
    edge: 'silver',
    isDouble: true,
    exposure: 0.02,
  }),
  ...crystal([238, 252], {
    length: 460,
    half: 88,
    turn: 28,
    body: 'snow',
    edge: 'silver',
    isDouble: true,
    exposure: 0.06,
  }),
]

const slice = (share: number): Point[] =>
  [216, 208, 218, 210, 214, 220, 208, 216, 212].map((r, i): Point => {
    const angle = (i * 40 * Math.PI) / 180
    const reach = r * (share < 1 ? share : 1)
    return [256 + Math.sin(angle) * reach, 256 - Math.cos(angle) * reach * 0.92]
  })

/** A slice of agate in its bands. */
export const bandedAgate: Piece = [
  enamel(path(closed(slice(1))), 'umber', {
    edge: 'gold',
    edgeWidth: 7,
    bevel: 16,
    swell: 8,
    exposure: 0.24,
    lift: 14,
  }),
  ...(
    [
      [0.88, 'ivory'],
      [0.8, 'coral'],
      [0.68, 'amber'],
      [0.6, 'coral'],
      [0.5, 'ivory'],
      [0.43, 'azure'],
      [0.3, 'sapphire'],
    ] as const
  ).map(([share, body], i): Part => ({
    kind: 'carved',
    shape: path(closed(slice(share))),
    body,
    bevel: 10,
    swell: i === 6 ? 0 : 2,
    soften: 1.4,
    exposure: body === 'ivory' ? 0.02 : 0.08,
    shadow: 0,
  })),
  ...cutStone(around(6, 46, 0), around(6, 24, 0), 'foam'),
  shine(176, 142, 46, 16, -38),
]

const flake: Point[] = [
  [256, 24],
  [330, 104],
  [372, 214],
  [378, 316],
  [322, 396],
  [304, 480],
  [208, 480],
  [190, 396],
  [134, 316],
  [140, 214],
  [182, 104],
]

/** A point of flint: flakes struck off both sides of a ridge. */
export const flintPoint: Piece = [
  {
    kind: 'carved',
    shape: path(polygon(flake)),
    body: 'silver',
    edge: 'oldGold',
    edgeWidth: 5,
    bevel: 100,
    swell: 22,
    chisel: true,
    soften: 2,
    exposure: 0.06,
    lift: 14,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 40],
            [256, 480],
          ],
          [
            [0, 0],
            [1, 0.16],
          ],
        ),
        body: 'night',
      },
    ],
    engraved: strokes(
      'M256 40L250 150L262 262L250 372L256 470M250 150L330 104M250 150L182 104M262 206L372 214M256 206L140 214M262 262L378 316M262 262L134 316M252 350L322 396M252 350L190 396M150 262L196 262M364 262L318 262',
      6,
    ),
    depth: 9,
  },
  enamel(path('M196 404L316 404L320 440L192 440Z'), 'ruby', {
    edgeWidth: 4,
    bevel: 10,
    swell: 6,
    exposure: 0.04,
    engraved: strokes('M222 406L214 438M256 406V438M290 406L298 438', 4),
    depth: 5,
  }),
  // The plane in the light, and the edge that shines.
  {
    kind: 'painted',
    svg: '<path d="M256 44L250 150L262 262L250 372L256 398H196L150 300L140 214L182 104Z" fill="#f2f7ff" fill-opacity=".5"/><path d="M256 44L182 104L140 214L150 300" fill="none" stroke="#fff" stroke-width="9" stroke-opacity=".9" stroke-linejoin="round"/>',
  },
  { kind: 'carved', shape: circle(256, 422, 9), body: 'gold', bevel: 8, swell: 2, lift: 3 },
]
