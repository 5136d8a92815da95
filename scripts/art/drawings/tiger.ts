/** A tiger's face from the front: gilt, with stripes of black lacquer and eyes of jade. The lower jaw moves. */

import { blade, body, both, everything, fading, path, strokes, widths, type Point } from '../forms.ts'
import type { Part, Piece, Place } from '../piece.ts'
import { moved } from './moved.ts'

type Carved = Extract<Part, { kind: 'carved' }>

const gilt = (shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: 'gold',
  bevel: 24,
  swell: 24,
  soften: 2.4,
  lift: 10,
  ...more,
})

const hairs = (foot: Point, turn: number, length: number): string =>
  [-8, -3, 3, 8].map((off) => blade(foot, { length: length * 0.9, half: 1.6, turn: turn + off * 0.8 })).join('')

/** Fur about the cheeks, lock over lock. */
const ruff: Part[] = [
  { foot: [286, 250] as Point, length: 186, half: 42, turns: [52, 76, 100, 124], exposure: -0.08 },
  { foot: [286, 262] as Point, length: 158, half: 38, turns: [90, 112, 134, 154], exposure: 0.02 },
].flatMap(({ foot, length, half, turns, exposure }) =>
  turns.map((turn, i) =>
    gilt(both(path(blade(foot, { length, half, turn, bow: -14, belly: 0.5 }))), {
      zones:
        i % 2 === 0
          ? [
              {
                shape: both(
                  path(blade(foot, { length: length * 0.98, half: half * 0.34, turn, bow: -14, belly: 0.66 })),
                ),
                body: 'ink',
              },
            ]
          : [],
      engraved: both(path(hairs(foot, turn, length))),
      depth: 4,
      exposure,
    }),
  ),
)

const ear = (data: string) => `<g transform="translate(360 150) scale(.8) translate(-360 -150)">${path(data)}</g>`

const ears: Part[] = [
  gilt(both(ear('M318 130C330 62 392 26 428 52C452 92 436 158 396 190Z')), { bevel: 20 }),
  {
    kind: 'carved',
    shape: both(ear('M348 122C360 86 392 66 412 78C424 104 412 146 390 166Z')),
    body: 'wine',
    edge: 'gold',
    edgeWidth: 3,
    bevel: 18,
    swell: 0,
    exposure: 0.06,
    shadow: 0.3,
    lift: 2,
  },
]

/** Stripes as tapered strokes towards the middle of the face. */
const stripes = both(
  path(
    body(
      [
        [256, 92],
        [256, 110],
        [256, 130],
        [256, 158],
      ],
      widths([0, 9], [0.6, 7], [1, 1]),
    ) +
      body(
        [
          [276, 98],
          [296, 104],
          [306, 122],
          [300, 150],
        ],
        widths([0, 8], [0.5, 8], [1, 1]),
      ) +
      body(
        [
          [310, 100],
          [340, 110],
          [356, 134],
          [352, 160],
        ],
        widths([0, 9], [0.5, 9], [1, 1]),
      ) +
      body(
        [
          [264, 132],
          [282, 134],
          [290, 146],
          [286, 164],
        ],
        widths([0, 4], [0.5, 6], [1, 1]),
      ) +
      body(
        [
          [408, 196],
          [384, 188],
          [372, 192],
          [358, 202],
        ],
        widths([0, 10], [0.6, 7], [1, 1]),
      ) +
      body(
        [
          [410, 236],
          [384, 228],
          [366, 236],
          [346, 252],
        ],
        widths([0, 11], [0.6, 8], [1, 1]),
      ) +
      body(
        [
          [400, 280],
          [378, 268],
          [356, 274],
          [334, 292],
        ],
        widths([0, 11], [0.6, 8], [1, 1]),
      ) +
      body(
        [
          [380, 320],
          [362, 306],
          [344, 308],
          [328, 320],
        ],
        widths([0, 9], [0.6, 6], [1, 1]),
      ),
  ),
)

const face: Part[] = [
  gilt(
    path('M256 82C330 80 396 124 408 204C414 262 390 314 350 354H162C122 314 98 262 104 204C116 124 182 80 256 82Z'),
    {
      bevel: 64,
      swell: 44,
      soften: 3,
      zones: [
        { shape: both('<ellipse cx="328" cy="190" rx="40" ry="20" transform="rotate(-22 328 190)"/>'), body: 'ivory' },
        { shape: both(path('M344 300C366 290 388 262 394 236C400 290 372 332 346 352H300Z')), body: 'ivory' },
        { shape: stripes, body: 'ink' },
      ],
      engraved: stripes,
      depth: 3,
      exposure: 0.04,
      lift: 16,
    },
  ),
  // The bridge of the nose.
  gilt(
    path(
      'M256 150C280 158 288 190 290 226C294 254 304 274 312 290H200C208 274 218 254 222 226C224 190 232 158 256 150Z',
    ),
    {
      bevel: 34,
      swell: 26,
      soften: 3,
      zones: [{ shape: both(path('M276 204l22-10-16 24ZM280 236l24-6-18 22Z')), body: 'ink' }],
      exposure: 0.06,
      lift: 8,
    },
  ),
]

const eyeAt: Point = [318, 224]

const eyes: Part[] = [
  {
    kind: 'carved',
    shape: both(path('M276 244C284 210 330 192 366 202C362 240 322 262 292 256C282 254 276 250 276 244Z')),
    body: 'ink',
    edge: 'oldGold',
    edgeWidth: 3,
    bevel: 8,
    swell: 0,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: both(path('M288 240C298 214 332 202 356 210C350 238 318 254 298 249C291 247 287 245 288 240Z')),
    body: 'jade',
    zones: [{ shape: both(`<circle cx="${eyeAt[0]}" cy="${eyeAt[1]}" r="13"/>`), body: 'leaf' }],
    bevel: 15,
    swell: 8,
    exposure: 0.28,
    shadow: 0.2,
    lift: 2,
  },
  {
    kind: 'carved',
    shape: both(`<circle cx="${eyeAt[0]}" cy="${eyeAt[1] + 2}" r="9.500"/>`),
    body: 'ink',
    bevel: 7,
    swell: 2,
    shadow: 0,
    lift: 1,
  },
  {
    kind: 'painted',
    svg: '<circle cx="324" cy="218" r="4.500" fill="#fff"/><circle cx="200" cy="218" r="4.500" fill="#fff"/>',
  },
  gilt(
    both(
      path(
        'M266 236C274 204 316 180 352 178C376 178 392 172 404 160C404 186 388 204 362 206C328 208 304 220 288 242C280 250 268 248 266 236Z',
      ),
    ),
    { bevel: 16, swell: 12, lift: 7 },
  ),
]

const muzzle: Part[] = [
  {
    kind: 'carved',
    shape: both(
      path(
        blade([300, 362], { length: 58, half: 13, turn: 183, belly: 0.3, foot: 12 }) +
          blade([274, 366], { length: 20, half: 7, turn: 180, belly: 0.3, foot: 6 }),
      ),
    ),
    body: 'ivory',
    bevel: 10,
    swell: 6,
    exposure: 0.24,
    lift: 6,
  },
  {
    kind: 'carved',
    shape: both(path('M256 306C282 296 330 300 350 328C358 354 336 378 304 380C282 380 264 374 256 362Z')),
    body: 'ivory',
    bevel: 34,
    swell: 26,
    soften: 3,
    engraved: both(
      [
        [296, 338],
        [316, 332],
        [306, 352],
        [328, 350],
      ]
        .map(([x = 0, y = 0]) => `<circle cx="${x}" cy="${y}" r="4"/>`)
        .join(''),
    ),
    zones: [
      {
        shape: both(
          [
            [296, 338],
            [316, 332],
            [306, 352],
            [328, 350],
          ]
            .map(([x = 0, y = 0]) => `<circle cx="${x}" cy="${y}" r="3.500"/>`)
            .join(''),
        ),
        body: 'ink',
      },
    ],
    depth: 4,
    exposure: 0.26,
    lift: 10,
  },
  {
    kind: 'carved',
    shape: path('M212 288C230 276 282 276 300 288C298 312 276 328 256 332C236 328 214 312 212 288Z'),
    body: 'ruby',
    edge: 'gold',
    edgeWidth: 3,
    bevel: 18,
    swell: 12,
    engraved: both('<ellipse cx="276" cy="304" rx="9" ry="5.500" transform="rotate(-24 276 304)"/>'),
    depth: 7,
    exposure: 0.06,
    lift: 7,
  },
  {
    kind: 'carved',
    shape: both(
      strokes('M336 338C380 326 424 328 464 346M338 350C380 350 420 362 450 388M334 326C374 306 416 300 458 304', 4),
    ),
    body: 'silver',
    bevel: 3,
    swell: 2,
    lift: 5,
  },
]

const jaw: Part[] = [
  gilt(
    both(path(blade([276, 440], { length: 66, half: 24, turn: 168, belly: 0.4 }))) +
      path(blade([256, 442], { length: 72, half: 24, turn: 180, belly: 0.4 })),
    { lift: 8 },
  ),
  {
    kind: 'carved',
    shape: path('M172 350H340C346 400 314 448 256 450C198 448 166 400 172 350Z'),
    body: 'wine',
    edge: 'oldGold',
    edgeWidth: 4,
    bevel: 12,
    swell: 0,
    exposure: -0.1,
  },
  {
    kind: 'carved',
    shape: path(
      'M214 404C228 386 246 392 256 402C266 392 284 386 298 404C294 432 274 446 256 446C238 446 218 432 214 404Z',
    ),
    body: 'rose',
    bevel: 20,
    swell: 12,
    lift: 4,
  },
  {
    kind: 'carved',
    shape: both(
      path(
        blade([308, 430], { length: 46, half: 11, turn: 5, belly: 0.3, foot: 10 }) +
          [284, 266].map((x) => blade([x, 442], { length: 18, half: 7, turn: 0, belly: 0.3, foot: 6 })).join(''),
      ),
    ),
    body: 'ivory',
    bevel: 9,
    swell: 5,
    exposure: 0.22,
    lift: 4,
  },
  {
    kind: 'carved',
    shape: path(
      'M160 344C168 424 206 470 256 472C306 470 344 424 352 344L330 362C324 410 296 438 256 440C216 438 188 410 182 362Z',
    ),
    body: 'gold',
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 400],
            [256, 470],
          ],
          [
            [0, 0],
            [0.7, 1],
          ],
        ),
        body: 'ivory',
      },
    ],
    bevel: 22,
    swell: 14,
    lift: 8,
  },
]

export type Tiger = { readonly jaw: Piece; readonly head: Piece; readonly eyes: readonly Point[] }

export function tiger(place: Place = {}): Tiger {
  const { x = 256, y = 256, scale = 1 } = place
  const on = ([px, py]: Point): Point => [x + (px - 256) * scale, y + (py - 256) * scale]
  return {
    jaw: moved([...ruff, ...ears, ...jaw], place),
    head: moved([...face, ...eyes, ...muzzle], place),
    eyes: [on(eyeAt), on([512 - eyeAt[0], eyeAt[1]])],
  }
}
