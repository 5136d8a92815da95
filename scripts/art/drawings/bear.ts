/** A bear that roars. */

import { blade, both, everything, fading, path, strokes } from '../forms.ts'
import type { Piece } from '../piece.ts'
import { fur, tufts } from './forest.ts'
import { circle, ellipse } from './jewels.ts'

/** The mane at its cheeks, which sways. */
export const bearMane: Piece = [
  ...tufts([290, 250], [58, 80, 102, 124, 146], { length: 172, half: 60, bow: -18, body: 'umber', exposure: 0.12 }),
  ...tufts([286, 268], [70, 94, 118, 142, 164], { length: 150, half: 56, bow: -16, body: 'umber', exposure: 0.24 }),
]

export const bear: Piece = [
  fur(both(circle(384, 132, 62)), 'umber', { bevel: 30, exposure: 0.26 }),
  fur(both(circle(382, 138, 38)), 'coral', { bevel: 22, swell: -6, exposure: -0.16, shadow: 0.3, edgeWidth: 2 }),
  fur(
    path(
      'M256 78C330 74 396 122 408 206C414 250 398 292 372 318C356 360 330 404 256 410C182 404 156 360 140 318C114 292 98 250 104 206C116 122 182 74 256 78Z',
    ),
    'umber',
    {
      bevel: 70,
      swell: 40,
      soften: 3,
      exposure: 0.34,
      zones: [
        {
          shape: both(
            fading(
              everything,
              [
                [330, 230],
                [430, 230],
              ],
              [
                [0, 0.3],
                [1, 0],
              ],
              'radial',
            ),
          ),
          body: 'amber',
        },
      ],
      engraved: both(
        strokes(
          'M262 92L266 136M284 92L292 136M308 98L320 140M332 110L348 150M356 128L374 164M376 152L394 186M388 250L364 262M384 276L358 282M372 302L350 302',
          5,
        ),
      ),
      depth: 5,
      lift: 12,
    },
  ),
  fur(
    path('M256 216C318 214 350 256 348 306C346 366 310 420 256 424C202 420 166 366 164 306C162 256 194 214 256 216Z'),
    'ivory',
    {
      bevel: 50,
      swell: 34,
      soften: 3,
      exposure: 0.02,
      zones: [
        {
          shape: fading(
            everything,
            [
              [256, 220],
              [256, 330],
            ],
            [
              [0, 0.9],
              [1, 0],
            ],
          ),
          body: 'amber',
        },
      ],
      engraved: both(strokes('M276 232L284 262M300 240L312 266M326 282L344 288M322 306L342 316M312 330L330 344', 4)),
      depth: 4,
      lift: 10,
    },
  ),
  fur(path('M176 344C190 404 218 452 256 454C294 452 322 404 336 344Z'), 'umber', {
    bevel: 24,
    exposure: 0.3,
    engraved: both(strokes('M300 396L312 410M284 424L294 440', 4)),
    depth: 4,
    lift: 6,
  }),
  fur(
    path('M196 340C216 330 236 336 256 334C276 336 296 330 316 340C312 392 288 432 256 434C224 432 200 392 196 340Z'),
    'wine',
    {
      edgeWidth: 2,
      bevel: 14,
      swell: -10,
      exposure: 0.02,
      lift: 3,
    },
  ),
  fur(path('M226 402C240 386 272 386 286 402C280 422 268 430 256 430C244 430 232 422 226 402Z'), 'coral', {
    edgeWidth: 0.1,
    bevel: 16,
    swell: 10,
    shadow: 0.3,
    lift: 2,
  }),
  {
    kind: 'carved',
    shape: both(
      path(
        blade([298, 336], { length: 52, half: 12, turn: 184, belly: 0.3, foot: 11 }) +
          blade([274, 338], { length: 20, half: 7, turn: 180, belly: 0.3, foot: 6 }) +
          blade([286, 424], { length: 34, half: 9, turn: -4, belly: 0.3, foot: 8 }),
      ),
    ),
    body: 'ivory',
    bevel: 10,
    swell: 6,
    exposure: 0.3,
    lift: 5,
  },
  fur(both(path('M256 306C284 298 318 306 330 332C322 352 284 352 256 340Z')), 'ivory', {
    edgeWidth: 0.1,
    bevel: 22,
    swell: 18,
    exposure: 0.14,
    engraved: both(
      '<circle cx="292" cy="326" r="3.500"/><circle cx="306" cy="334" r="3.500"/><circle cx="284" cy="336" r="3.500"/>',
    ),
    depth: 5,
    lift: 7,
  }),
  {
    kind: 'carved',
    shape: path('M206 262C226 246 286 246 306 262C310 292 280 316 256 320C232 316 202 292 206 262Z'),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 2.5,
    bevel: 30,
    swell: 18,
    exposure: 0.2,
    engraved: both(ellipse(278, 288, 11, 7, -20)),
    depth: 8,
    lift: 8,
  },
  { kind: 'carved', shape: both(ellipse(322, 218, 31, 25, -10)), body: 'ink', bevel: 12, swell: 0, lift: 3 },
  {
    kind: 'carved',
    shape: both(ellipse(322, 218, 23, 19, -10)),
    body: 'amber',
    bevel: 16,
    swell: 6,
    exposure: 0.3,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(circle(318, 218, 9.5)), body: 'ink', bevel: 7, swell: 2, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="313" cy="211" r="4.500" fill="#fff"/><circle cx="189" cy="211" r="4.500" fill="#fff"/>',
  },
  fur(both(path('M272 216C286 178 330 168 372 192C352 194 330 196 312 206C298 214 284 228 272 216Z')), 'umber', {
    bevel: 16,
    swell: 14,
    exposure: 0.38,
    lift: 8,
  }),
]

export const bearEyes = [
  [322, 218, 18],
  [190, 218, 18],
] as const
