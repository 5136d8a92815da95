/** What the first machines with reels paid for: seven, bell, star and bar; a great ruby and a wheel of prizes. */

import { blade, n, path, strokes, type Point } from '../forms.ts'
import { centred } from '../letters.ts'
import type { MaterialName } from '../materials.ts'
import { ring, sector } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, gold, shine } from './enamel.ts'
import { cabochon, circle, cutStone, ellipse, facetted, pearls } from './jewels.ts'
import { moved } from './moved.ts'

const sevenShape =
  'M92 66H420C436 66 444 78 440 94C434 126 404 168 372 214C330 276 304 350 300 444C300 456 292 464 280 464H186C174 464 168 456 170 444C178 344 222 258 296 170H184C168 170 160 178 156 194L150 214H88L78 82C78 72 82 66 92 66Z'

/** A seven of ruby in a wide frame of gold. */
export const redSevenFigure: Piece = [
  gold(`<path d="${sevenShape}" stroke="#fff" stroke-width="26" stroke-linejoin="round"/>`, {
    bevel: 16,
    swell: 8,
    lift: 16,
  }),
  enamel(path(sevenShape), 'ruby', {
    edge: 'oldGold',
    edgeWidth: 5,
    bevel: 52,
    swell: 6,
    chisel: true,
    soften: 1.4,
    exposure: 0.02,
    shadow: 0.3,
    lift: 2,
  }),
  ...pearls(
    [
      [100, 84],
      [152, 84],
      [204, 84],
      [256, 84],
      [308, 84],
      [360, 84],
      [412, 84],
    ],
    8,
    'amber',
  ),
  shine(146, 116, 34, 12, -12),
]

const bellBody =
  'M256 62C340 66 372 138 378 214C384 286 404 332 444 362C456 372 452 388 436 390H76C60 388 56 372 68 362C108 332 128 286 134 214C140 138 172 66 256 62Z'

/** The clapper, which swings. */
export const clapper: Piece = [
  gold(path('M246 340H266V404H246Z'), { bevel: 8 }),
  enamel(circle(256, 430, 44), 'ruby', { bevel: 40, swell: 10, edgeWidth: 7 }),
  shine(242, 414, 14, 9, -40),
]

export const goldenBell: Piece = [
  gold(ring(256, 50, 36, 18), { bevel: 9 }),
  gold(path(bellBody), {
    bevel: 66,
    swell: 46,
    soften: 2.6,
    engraved: strokes('M150 176C220 196 292 196 362 176M146 196C218 216 294 216 366 196', 5),
    depth: 5,
    lift: 16,
  }),
  enamel(path('M120 290C210 316 302 316 392 290L404 330C310 358 202 358 108 330Z'), 'ruby', {
    edgeWidth: 5,
    bevel: 18,
    swell: 10,
    exposure: 0.1,
    lift: 3,
  }),
  ...[-96, -48, 0, 48, 96].flatMap((dx) => cabochon(256 + dx, 327 - dx * dx * 0.0022, 11, dx === 0 ? 'snow' : 'amber')),
  gold(path('M74 366C150 396 362 396 438 366C450 376 450 390 436 394C360 420 152 420 76 394C62 390 62 376 74 366Z'), {
    bevel: 15,
    lift: 6,
  }),
  shine(196, 138, 22, 52, 16),
]

const starPoints = (outer: number, inner: number): Point[] =>
  Array.from({ length: 10 }, (_, i): Point => {
    const r = i % 2 === 0 ? outer : inner
    const angle = (i * 36 * Math.PI) / 180
    return [256 + Math.sin(angle) * r, 272 - Math.cos(angle) * r]
  })

export const sapphireStar: Piece = [
  gold(`<path d="${outline(starPoints(216, 98))}" stroke="#fff" stroke-width="38" stroke-linejoin="round"/>`, {
    bevel: 18,
    lift: 16,
  }),
  ...cutStone(starPoints(212, 94), starPoints(92, 42), 'sapphire'),
  ...pearls(
    starPoints(229, 0).filter((_, i) => i % 2 === 0),
    12,
    'amber',
  ),
]

function outline(points: readonly Point[]): string {
  return `${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')}Z`
}

/** Three bars one above the other. */
export const bars: Piece = [116, 256, 396].flatMap((y, i): Piece => {
  const body: MaterialName = i === 1 ? 'ruby' : 'ink'
  return [
    gold(`<rect x="36" y="${y - 62}" width="440" height="124" rx="30"/>`, { bevel: 16, lift: 12 }),
    enamel(`<rect x="52" y="${y - 46}" width="408" height="92" rx="18"/>`, body, {
      edge: 'oldGold',
      edgeWidth: 4,
      bevel: 18,
      swell: 6,
      exposure: i === 1 ? 0.04 : 0.1,
      shadow: 0.2,
      lift: 2,
    }),
    gold(centred('BAR', { x: 256, y: y + 34, size: 104, weight: 900, spacing: 18 }), {
      bevel: 12,
      swell: 4,
      chisel: true,
      soften: 0.9,
      exposure: 0.12,
      lift: 4,
    }),
  ]
})

/** A great ruby held by gold. */
export const rubyStone: Piece = [
  gold(
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map(
        (turn) =>
          `<g transform="rotate(${turn} 256 232)">${path(blade([256, 92], { length: 70, half: 26, turn: 0, belly: 0.4, foot: 20 }))}</g>`,
      )
      .join(''),
    { bevel: 14, lift: 10 },
  ),
  ...moved(facetted(256, 256, 156, 'ruby', { sides: 12, turn: 15, table: 0.5, collar: 0.1 }), { y: 232 }),
  ...pearls(
    Array.from({ length: 8 }, (_, i): Point => {
      const angle = ((i * 45 + 22.5) * Math.PI) / 180
      return [256 + Math.sin(angle) * 196, 232 - Math.cos(angle) * 196]
    }),
    12,
    'amber',
  ),
]

const pockets: readonly MaterialName[] = [
  'ruby',
  'ivory',
  'sapphire',
  'ivory',
  'jade',
  'ivory',
  'amethyst',
  'ivory',
  'amber',
  'ivory',
]

/** The wheel, which turns about its hub. */
export const prizeWheel: Piece = [
  gold(circle(256, 262, 214), { bevel: 20, swell: 8, lift: 16 }),
  {
    kind: 'carved',
    shape: ring(256, 262, 202, 174),
    body: 'wine',
    bevel: 8,
    swell: 4,
    exposure: 0.1,
    shadow: 0.2,
    lift: 2,
  },
  ...pockets.map((body, i): Part => ({
    kind: 'carved',
    shape: path(sector(256, 262, 44, 172, i * 36 - 108, i * 36 - 72)),
    body,
    edge: 'gold',
    edgeWidth: 4,
    bevel: 20,
    swell: 8,
    exposure: body === 'ivory' ? 0.18 : 0.1,
    shadow: 0,
    lift: 1,
  })),
  ...pearls(
    Array.from({ length: 20 }, (_, i): Point => {
      const angle = (i * 18 * Math.PI) / 180
      return [256 + Math.sin(angle) * 188, 262 - Math.cos(angle) * 188]
    }),
    10,
    'amber',
  ),
  ...pockets.map((_, i): Part => {
    const angle = (i * 36 * Math.PI) / 180
    const [x, y] = [256 + Math.sin(angle) * 128, 262 - Math.cos(angle) * 128]
    return gold(i % 2 === 0 ? path(outline(tiny(x, y, i % 4 === 0 ? 25 : 23))) : ellipse(x, y, 18, 18), {
      bevel: 7,
      swell: 3,
      lift: 4,
      exposure: 0.1,
    })
  }),
  gold(circle(256, 262, 56), { bevel: 24, swell: 8, lift: 8 }),
  ...facetted(256, 262, 34, 'ruby', { sides: 8 }),
]

function tiny(cx: number, cy: number, r: number): Point[] {
  return Array.from({ length: 10 }, (_, i): Point => {
    const angle = (i * 36 * Math.PI) / 180
    const reach = i % 2 === 0 ? r : r * 0.46
    return [cx + Math.sin(angle) * reach, cy - Math.cos(angle) * reach]
  })
}

/** The pointer above the wheel. */
export const pointer: Piece = [
  gold(path('M214 22H298C308 22 312 32 308 42L270 116C264 126 248 126 242 116L204 42C200 32 204 22 214 22Z'), {
    bevel: 14,
    lift: 10,
  }),
  enamel(path('M228 38H284L256 98Z'), 'ruby', {
    edgeWidth: 4,
    bevel: 14,
    swell: 6,
    exposure: 0.16,
    shadow: 0.2,
    lift: 2,
  }),
]
