/** An old king from the front: white beard, blue eyes, his crown. */

import { blade, both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'
import { circle } from './jewels.ts'
import { moved } from './moved.ts'
import { bareCrown } from './regalia.ts'

type Carved = Extract<Part, { kind: 'carved' }>

const hair = (
  foot: Point,
  form: { length: number; half: number; turn: number; bow: number },
  more: Partial<Carved> = {},
): Carved => ({
  kind: 'carved',
  shape: both(path(blade(foot, { ...form, belly: 0.46 }))),
  body: 'snow',
  bevel: 18,
  swell: 20,
  soften: 2,
  engraved: both(
    path(
      [-0.5, -0.17, 0.17, 0.5]
        .map((aside) =>
          blade([foot[0] + aside * form.half * 0.8, foot[1]], {
            length: form.length * 0.9,
            half: 1.7,
            turn: form.turn,
            bow: form.bow,
          }),
        )
        .join(''),
    ),
  ),
  depth: 4,
  exposure: 0.08,
  rim: '5a3a8a',
  lift: 7,
  ...more,
})

const mane: Piece = [148, 168, 128, 108].map((turn, i) =>
  hair([316, 214], { length: 186 - i * 14, half: 40, turn, bow: -26 }, { body: 'pearl', exposure: -0.02 }),
)

/** The beard, which sways. */
export const beard: Piece = [
  ...mane,
  ...[128, 142, 156, 170].map((turn) =>
    hair([292, 308], { length: 176, half: 40, turn, bow: -22 }, { body: 'pearl', exposure: 0.04 }),
  ),
  ...[134, 152, 170].map((turn) => hair([282, 318], { length: 140, half: 34, turn, bow: -16 })),
]

const skin: Carved = {
  kind: 'carved',
  shape: path(
    'M256 148C322 148 354 188 354 238C354 262 348 288 338 306C318 338 290 352 256 352C222 352 194 338 174 306C164 288 158 262 158 238C158 188 190 148 256 148Z',
  ),
  body: 'ivory',
  bevel: 60,
  swell: 26,
  soften: 3,
  exposure: 0.1,
  zones: [
    {
      shape: both(
        fading(
          circle(316, 286, 52),
          [
            [316, 286],
            [368, 286],
          ],
          [
            [0, 0.75],
            [1, 0],
          ],
          'radial',
        ),
      ),
      body: 'coral',
    },
    {
      shape: fading(
        everything,
        [
          [256, 340],
          [256, 150],
        ],
        [
          [0, 0.1],
          [1, 0.55],
        ],
      ),
      body: 'amber',
    },
  ],
  engraved: both(strokes('M270 196Q300 186 330 196M300 280Q326 290 338 274', 4)),
  depth: 4,
  lift: 10,
}

const eyes: Piece = [
  {
    kind: 'carved',
    shape: both(path('M276 246C288 226 324 222 340 240C330 262 292 264 276 246Z')),
    body: 'umber',
    bevel: 8,
    swell: 0,
    exposure: -0.04,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: both(path('M282 245C292 231 320 228 334 240C324 256 294 258 282 245Z')),
    body: 'snow',
    bevel: 14,
    swell: 6,
    exposure: 0.22,
    shadow: 0.2,
    lift: 1,
  },
  {
    kind: 'carved',
    shape: both(circle(308, 242, 14)),
    body: 'azure',
    bevel: 12,
    swell: 3,
    exposure: 0.22,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(circle(308, 242, 6.5)), body: 'ink', bevel: 5, swell: 1, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="304" cy="237" r="3.6" fill="#fff"/><circle cx="200" cy="237" r="3.6" fill="#fff"/>',
  },
  {
    kind: 'carved',
    shape: both(path('M272 234C290 214 322 210 344 232C326 224 296 224 278 240Z')),
    body: 'ivory',
    bevel: 8,
    swell: 6,
    exposure: 0.02,
    lift: 3,
  },
]

export const kingFace: Piece = [
  skin,
  ...eyes,
  {
    kind: 'carved',
    shape: path(
      'M244 216C236 250 230 272 220 290C216 310 236 318 256 318C276 318 296 310 292 290C282 272 276 250 268 216Z',
    ),
    body: 'ivory',
    bevel: 26,
    swell: 22,
    soften: 3,
    exposure: 0.14,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 300],
            [256, 236],
          ],
          [
            [0, 0.7],
            [1, 0],
          ],
        ),
        body: 'coral',
      },
    ],
    lift: 6,
  },
  hair([262, 232], { length: 108, half: 19, turn: 68, bow: -26 }, { exposure: 0.18, lift: 6 }),
  {
    kind: 'carved',
    shape: path('M222 344C240 336 272 336 290 344C282 362 230 362 222 344Z'),
    body: 'wine',
    bevel: 10,
    swell: 6,
    exposure: 0.16,
    lift: 4,
  },
  hair([256, 326], { length: 128, half: 30, turn: 108, bow: -30 }, { exposure: 0.16, lift: 8 }),
  hair([258, 330], { length: 86, half: 22, turn: 124, bow: -18 }, { exposure: 0.18, lift: 6 }),
  hair([262, 366], { length: 74, half: 20, turn: 170, bow: -6 }, { exposure: 0.14, lift: 5 }),
  ...moved(bareCrown, { x: 256, y: 140, scale: 0.58 }),
]

export const kingEyes = [
  [308, 242, 13],
  [204, 242, 13],
] as const
