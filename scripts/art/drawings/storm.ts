/** Of a storm on a summit: the cloud with its lightning, and the goat that stands in it. */

import { beside, blade, body, both, everything, fading, path, strokes, widths, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { enamel, gold, shine } from './enamel.ts'
import { fur, tufts } from './forest.ts'
import { circle, ellipse } from './jewels.ts'

const lobes = (places: readonly (readonly [x: number, y: number, r: number])[]): string =>
  places.map(([x, y, r]) => circle(x, y, r)).join('')

const scroll = (x: number, y: number, r: number): string =>
  `M${x - r} ${y + r * 0.5}C${x - r * 1.1} ${y - r * 0.6} ${x + r * 0.5} ${y - r * 0.9} ${x + r * 0.6} ${y}C${x + r * 0.6} ${y + r * 0.6} ${x - r * 0.3} ${y + r * 0.6} ${x - r * 0.26} ${y + r * 0.04}C${x - r * 0.2} ${y - r * 0.26} ${x + r * 0.2} ${y - r * 0.2} ${x + r * 0.16} ${y + r * 0.06}`

const cloud = (shape: string, tint: MaterialName, exposure: number, scrolls: string): Part =>
  enamel(shape, tint, {
    edgeWidth: 6,
    bevel: 60,
    swell: 34,
    soften: 3,
    exposure,
    lift: 12,
    engraved: strokes(scrolls, 7),
    depth: 6,
  })

/** The cloud, which rolls: dark behind, lit before. */
export const stormCloud: Piece = [
  cloud(
    `${lobes([
      [150, 150, 86],
      [256, 104, 92],
      [366, 148, 88],
      [78, 222, 66],
      [436, 222, 66],
    ])}<rect x="70" y="190" width="372" height="98" rx="40"/>`,
    'sapphire',
    -0.02,
    `${scroll(150, 130, 46)}${scroll(362, 130, 46)}${scroll(256, 76, 44)}`,
  ),
  cloud(
    `${lobes([
      [120, 262, 58],
      [204, 214, 74],
      [312, 216, 72],
      [394, 264, 56],
      [54, 286, 40],
      [458, 286, 40],
    ])}<rect x="50" y="244" width="412" height="82" rx="40"/>`,
    'azure',
    0.04,
    `${scroll(128, 268, 36)}${scroll(388, 268, 36)}`,
  ),
]

const forked = 'M300 108L176 292H244L196 452L360 240H284L344 108Z'

/** Lightning: one great bolt between two small ones. */
export const lightning: Piece = [
  gold(both(path('M420 268L376 348H404L378 424L452 324H420L448 268Z')), {
    bevel: 10,
    swell: 8,
    lift: 8,
    exposure: 0.08,
  }),
  {
    kind: 'painted',
    svg: '<defs><radialGradient id="l"><stop offset="0" stop-color="#fff" stop-opacity=".9"/><stop offset=".4" stop-color="#ffe48a" stop-opacity=".5"/><stop offset="1" stop-color="#ffd75e" stop-opacity="0"/></radialGradient></defs><ellipse cx="268" cy="280" rx="130" ry="180" fill="url(#l)"/>',
  },
  gold(`<path d="${forked}" stroke="#fff" stroke-width="22" stroke-linejoin="round"/>`, {
    bevel: 14,
    swell: 8,
    lift: 16,
    body: 'oldGold',
  }),
  gold(path(forked), { bevel: 34, swell: 12, chisel: true, soften: 1.4, exposure: 0.14, lift: 3, shadow: 0.3 }),
  shine(290, 150, 12, 40, 26),
]

const horn: readonly [Point, Point, Point, Point] = [
  [284, 190],
  [320, 0],
  [520, 20],
  [452, 244],
]
const hornEnd: readonly [Point, Point, Point, Point] = [
  [452, 244],
  [436, 300],
  [384, 298],
  [380, 256],
]

/** Horns that curl outwards. */
export const goatHorns: Piece = [
  hornPart(hornEnd, widths([0, 25], [0.6, 15], [1, 3]), 4),
  hornPart(horn, widths([0, 36], [0.5, 37], [1, 25]), 12),
]

/** A part of a horn with rings about it. */
function hornPart(curve: typeof horn, width: (t: number) => number, rings: number): Part {
  return {
    kind: 'carved',
    shape: both(path(body(curve, width))),
    body: 'gold',
    bevel: 28,
    swell: 18,
    soften: 1.8,
    engraved: both(
      Array.from({ length: rings }, (_, i) => {
        const t = 0.08 + (i * 0.93) / rings
        const a = beside(curve, t, -40)
        const b = beside(curve, t + 0.02, 40)
        return strokes(`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, 7)
      }).join(''),
    ),
    depth: 9,
    lift: 12,
  }
}

export const goat: Piece = [
  fur(both(path(blade([330, 246], { length: 116, half: 30, turn: 104, bow: -18, belly: 0.5 }))), 'snow', {
    edge: 'gold',
    exposure: -0.06,
  }),
  fur(both(path(blade([340, 250], { length: 84, half: 16, turn: 104, bow: -12, belly: 0.5 }))), 'blush', {
    edgeWidth: 0.1,
    swell: -6,
    exposure: -0.1,
    shadow: 0.2,
    lift: 1,
  }),
  ...tufts([270, 350], [112, 132, 152, 172], { length: 158, half: 44, bow: -18, body: 'snow', exposure: 0.02 }),
  ...tufts([262, 378], [140, 160, 176], { length: 118, half: 34, bow: -12, body: 'ivory', exposure: 0.02 }),
  ...tufts([256, 420], [172, 184], { length: 84, half: 26, bow: 8, body: 'snow', exposure: 0.08 }),
  fur(
    path(
      'M256 146C310 146 348 178 352 230C354 270 330 296 324 334C318 372 318 400 306 424C292 448 274 454 256 454C238 454 220 448 206 424C194 400 194 372 188 334C182 296 158 270 160 230C164 178 202 146 256 146Z',
    ),
    'snow',
    {
      edge: 'gold',
      bevel: 58,
      swell: 42,
      soften: 3,
      exposure: 0.14,
      lift: 14,
      zones: [
        {
          shape: both(
            fading(
              everything,
              [
                [300, 260],
                [372, 300],
              ],
              [
                [0, 0],
                [1, 0.7],
              ],
            ),
          ),
          body: 'ivory',
        },
      ],
      engraved: both(
        strokes(
          'M264 168L268 214M282 168L288 206M300 176L308 210M316 190L326 216M270 310L274 356M322 286L308 300M318 312L304 324M312 340L300 350',
          5,
        ),
      ),
      depth: 5,
    },
  ),
  fur(
    path('M240 236C246 262 246 318 240 366C250 374 262 374 272 366C266 318 266 262 272 236C266 226 246 226 240 236Z'),
    'ivory',
    {
      edgeWidth: 0.1,
      bevel: 16,
      swell: 12,
      exposure: 0.06,
      shadow: 0.3,
      lift: 4,
    },
  ),
  {
    kind: 'carved',
    shape: path(
      'M206 396C216 378 240 378 256 388C272 378 296 378 306 396C302 416 284 426 256 428C228 426 210 416 206 396Z',
    ),
    body: 'ink',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 20,
    swell: 14,
    exposure: 0.22,
    engraved: both(ellipse(282, 402, 11, 7, -24)),
    depth: 8,
    lift: 6,
  },
  { kind: 'carved', shape: both(ellipse(316, 246, 33, 26, -18)), body: 'ink', bevel: 10, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: both(ellipse(316, 246, 27, 21, -18)),
    body: 'azure',
    bevel: 18,
    swell: 6,
    exposure: 0.34,
    shadow: 0.2,
    lift: 1,
  },
  {
    kind: 'carved',
    shape: both('<rect x="302" y="240" width="26" height="12" rx="6"/>'),
    body: 'ink',
    bevel: 5,
    swell: 2,
    shadow: 0,
  },
  {
    kind: 'painted',
    svg: '<circle cx="306" cy="236" r="5.500" fill="#fff"/><circle cx="206" cy="236" r="5.500" fill="#fff"/>',
  },
  fur(both(path('M274 236C288 204 330 196 358 220C332 216 308 220 292 240C282 248 272 246 274 236Z')), 'snow', {
    edge: 'gold',
    bevel: 10,
    swell: 8,
    exposure: 0,
    lift: 5,
  }),
  ...tufts([276, 172], [-22, -4, 14, 30], { length: 66, half: 22, bow: -8, body: 'snow', exposure: 0.08 }),
]

export const goatEyes = [
  [316, 246, 18],
  [196, 246, 18],
] as const
