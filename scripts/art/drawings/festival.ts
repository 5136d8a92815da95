/** Of a village festival: the great bell with its silk, and the drum that is beaten. */

import { blade, both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, gold, shine } from './enamel.ts'
import { cabochon, circle, pearls } from './jewels.ts'

const around = (count: number, x: number, y: number, r: number, from = 0): Point[] =>
  Array.from({ length: count }, (_, i): Point => {
    const angle = ((from + (i * 360) / count) * Math.PI) / 180
    return [x + Math.sin(angle) * r, y - Math.cos(angle) * r]
  })

const tail = (shape: string, body: MaterialName, folds: string): Part =>
  enamel(path(shape), body, {
    edgeWidth: 4,
    bevel: 16,
    swell: 14,
    engraved: strokes(folds, 4),
    depth: 5,
    exposure: 0.04,
  })

/** The silk that hangs from the loop, which swings. */
export const bellSilk: Piece = [
  tail(
    'M226 66C150 70 96 118 74 196C62 244 66 300 40 352L92 338L104 386C134 316 120 256 140 204C158 156 194 122 240 108Z',
    'sapphire',
    'M200 88C140 112 108 160 98 220C92 262 92 300 72 336M222 100C170 120 138 160 126 212C116 262 124 300 104 352',
  ),
  tail(
    'M286 66C362 70 416 118 438 196C450 244 446 300 472 352L420 338L408 386C378 316 392 256 372 204C354 156 318 122 272 108Z',
    'ruby',
    'M312 88C372 112 404 160 414 220C420 262 420 300 440 336M290 100C342 120 374 160 386 212C396 262 388 300 408 352',
  ),
  enamel(
    path('M256 74C216 30 164 14 138 40C120 66 168 100 256 92Z') +
      path('M256 74C296 30 348 14 374 40C392 66 344 100 256 92Z'),
    'ruby',
    {
      edgeWidth: 4,
      bevel: 22,
      swell: 20,
      exposure: 0.06,
      engraved: both(strokes('M276 74C306 50 338 42 358 50M280 84C312 76 336 72 356 66', 4)),
      depth: 5,
    },
  ),
]

const bellForm =
  'M256 78C336 78 366 132 372 200C378 268 390 318 432 368C444 384 440 404 424 406H88C72 404 68 384 80 368C122 318 134 268 140 200C146 132 176 78 256 78Z'

const flower = (x: number, y: number, r: number, body: MaterialName): Piece => [
  enamel(
    Array.from({ length: 8 }, (_, i) =>
      path(blade([x, y], { length: r, half: r * 0.36, turn: i * 45, belly: 0.62, foot: 6 })),
    ).join(''),
    body,
    { edgeWidth: 3.5, bevel: 14, swell: 8, exposure: 0.1, lift: 4 },
  ),
  ...cabochon(x, y, r * 0.28, 'amber'),
]

/** A bell of bronze: leaves of lotus about its shoulders, a belt of jade with bosses, a flower where it is struck. */
export const festivalBell: Piece = [
  gold(ring(256, 58, 42, 20), { bevel: 11, lift: 10 }),
  gold(path(bellForm), {
    bevel: 80,
    swell: 50,
    soften: 2.6,
    lift: 16,
    engraved: strokes('M138 262C220 288 292 288 374 262M136 276C220 302 292 302 376 276', 5),
    depth: 5,
  }),
  enamel(
    [-2, -1, 0, 1, 2]
      .map((i) =>
        path(
          blade([256 + i * 24, 88 + Math.abs(i) * 5], {
            length: 72 - Math.abs(i) * 6,
            half: 22,
            turn: 180 - i * 24,
            belly: 0.5,
            foot: 14,
          }),
        ),
      )
      .join(''),
    'ruby',
    { edgeWidth: 4, bevel: 16, swell: 12, exposure: 0.1, shadow: 0.5, lift: 5 },
  ),
  enamel(path('M139 196C216 220 296 220 373 196L378 252C296 278 216 278 134 252Z'), 'jade', {
    edgeWidth: 5,
    bevel: 16,
    swell: 10,
    exposure: 0.08,
    lift: 4,
  }),
  ...pearls(
    [-100, -60, -20, 20, 60, 100].map((dx): Point => [256 + dx, 242 - (dx * dx) / 560]),
    13,
    'amber',
  ),
  ...flower(256, 328, 48, 'rose'),
  enamel(
    path('M88 358C170 392 342 392 424 358C438 372 446 388 432 398C350 424 162 424 80 398C66 388 74 372 88 358Z'),
    'sapphire',
    {
      edgeWidth: 6,
      bevel: 18,
      swell: 10,
      exposure: 0.08,
      lift: 5,
    },
  ),
  ...pearls(
    [-132, -80, -27, 27, 80, 132].map((dx): Point => [256 + dx, 401 - (dx * dx) / 950]),
    8,
    'amber',
  ),
  shine(190, 142, 14, 40, 18),
]

/** A third of the sign on the drum's skin: its sides are half circles, so the three fill the disc. */
const swirl = (turn: number): string => {
  const r = 138
  const rim = (angle: number) =>
    `${(256 + Math.sin((angle * Math.PI) / 180) * r).toFixed(1)} ${(232 - Math.cos((angle * Math.PI) / 180) * r).toFixed(1)}`
  return path(
    `M256 232A${r / 2} ${r / 2} 0 0 1 ${rim(turn)}A${r} ${r} 0 0 1 ${rim(turn + 120)}A${r / 2} ${r / 2} 0 0 0 256 232Z`,
  )
}

const stick = (turn: number): Part[] => [
  {
    kind: 'carved',
    shape: `<g transform="rotate(${turn} 256 250)"><rect x="246" y="-4" width="20" height="330" rx="10"/></g>`,
    body: 'umber',
    edge: 'gold',
    edgeWidth: 3,
    bevel: 10,
    swell: 6,
    exposure: 0.34,
    lift: 8,
  },
  enamel(`<g transform="rotate(${turn} 256 250)">${circle(256, 12, 28)}</g>`, 'coral', {
    edgeWidth: 4,
    bevel: 26,
    swell: 8,
  }),
]

/** The sticks, which beat. */
export const drumSticks: Piece = [...stick(-42), ...stick(42)]

/** A great drum seen on its skin: painted with the sign of three colours, and studded. */
export const festivalDrum: Piece = [
  enamel(circle(256, 232, 206), 'ruby', { edgeWidth: 8, bevel: 40, swell: 24, exposure: 0.02, lift: 18 }),
  ...pearls(around(24, 256, 232, 186), 10, 'amber'),
  gold(ring(256, 232, 170, 146), { bevel: 12, swell: 6, lift: 5 }),
  {
    kind: 'carved',
    shape: circle(256, 232, 148),
    body: 'ivory',
    bevel: 30,
    swell: 6,
    exposure: 0.16,
    shadow: 0.2,
    lift: 1,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 232],
            [404, 232],
          ],
          [
            [0.6, 0],
            [1, 0.6],
          ],
          'radial',
        ),
        body: 'amber',
      },
    ],
  },
  ...(['ruby', 'sapphire', 'amber'] as const).map((body, i) =>
    enamel(swirl(i * 120), body, { edgeWidth: 4, bevel: 30, swell: 14, exposure: 0.1, shadow: 0.4, lift: 3 }),
  ),
  ...cabochon(256, 232, 17, 'snow'),
  shine(178, 126, 40, 18, -36),
]
