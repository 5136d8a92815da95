/** What a pick opens, closed and open: a king's chest, and a jewel case of a theatre, a wrapped box of a fair. They stand on the foot of the board. */

import { both, everything, fading, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { chestBox } from './chest.ts'
import { coinLying, facetted, pearls } from './jewels.ts'
import { moved } from './moved.ts'
import { rubyStone } from './prizes.ts'

type Carved = Extract<Part, { kind: 'carved' }>

const carved = (body: MaterialName, shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body,
  bevel: 12,
  swell: 8,
  soften: 1.5,
  lift: 6,
  ...more,
})

const lidGrain = [0.2, 0.42, 0.64, 0.86]
  .map(
    (share) =>
      `M${70 + share * 22} ${300 - share * 150}Q256 ${262 - share * 166} ${442 - share * 22} ${300 - share * 150}`,
  )
  .join('')

/** The chest with its lid down, a hasp over the lock. */
export const closedChest: Piece = [
  carved('umber', path('M54 306C44 176 122 108 256 104C390 108 468 176 458 306Z'), {
    bevel: 30,
    swell: 30,
    exposure: 0.24,
    lift: 14,
    engraved: strokes(lidGrain, 5),
    depth: 5,
  }),
  carved(
    'gold',
    `<path fill-rule="evenodd" d="M44 312C32 170 112 96 256 92C400 96 480 170 468 312H432C440 192 378 132 256 128C134 132 72 192 80 312Z"/>`,
    { bevel: 15, swell: 10, lift: 8 },
  ),
  carved('gold', both(path('M318 108C342 112 358 118 372 126C382 178 384 240 382 300H334C338 238 332 162 318 108Z')), {
    bevel: 12,
    lift: 6,
  }),
  ...pearls(
    Array.from({ length: 9 }, (_, i): Point => {
      const angle = ((i / 8) * 150 - 75) * (Math.PI / 180)
      return [256 + Math.sin(angle) * 196, 296 - Math.cos(angle) * 186]
    }),
    8,
    'amber',
  ),
  ...facetted(256, 112, 24, 'ruby', { sides: 6, turn: 0 }),
  ...chestBox,
  carved('gold', path('M230 262H282L288 340C288 356 274 364 256 364C238 364 224 356 224 340Z'), {
    bevel: 12,
    swell: 10,
    lift: 10,
  }),
  ...facetted(256, 318, 20, 'ruby', { sides: 8 }),
]

const rays = Array.from({ length: 9 }, (_, i) => {
  const angle = ((i - 4) * 19 * Math.PI) / 180
  return `M${256 + Math.sin(angle) * 30} ${440 - Math.cos(angle) * 30}L${256 + Math.sin(angle) * 150} ${440 - Math.cos(angle) * 104}`
}).join('')

/** Box of the case: lacquer with a rising sun of brass. */
const caseBox: Piece = [
  carved('wine', path('M52 314H460L446 452C445 464 437 470 424 470H88C75 470 67 464 66 452Z'), {
    bevel: 18,
    swell: 12,
    exposure: 0.22,
    lift: 16,
    raised: strokes(rays, 7),
    depth: 6,
  }),
  carved(
    'gold',
    both(path('M452 320H404C404 346 388 362 366 366V384C400 384 418 404 416 436V474H424C438 474 448 468 449 454Z')),
    {
      bevel: 10,
    },
  ),
  carved('gold', path('M60 446H452L449 476H63Z'), { bevel: 10 }),
  carved('gold', path('M42 300H470V332H42Z'), {
    bevel: 12,
    lift: 10,
    engraved: strokes(Array.from({ length: 13 }, (_, i) => `M${70 + i * 31} 306v20`).join(''), 4),
    depth: 4,
  }),
]

const clasp: Piece = [
  carved('gold', path('M256 262L304 318L256 386L208 318Z'), { bevel: 14, swell: 8, lift: 12 }),
  ...facetted(256, 320, 30, 'ruby', { sides: 8, collar: 0.24 }),
]

const lidRays = Array.from({ length: 11 }, (_, i) => {
  const angle = ((i - 5) * 15.5 * Math.PI) / 180
  return `M${256 + Math.sin(angle) * 60} ${300 - Math.cos(angle) * 60}L${256 + Math.sin(angle) * 300} ${300 - Math.cos(angle) * 156}`
}).join('')

/** The jewel case with its lid down. */
export const closedCase: Piece = [
  carved('ruby', path('M60 306C58 214 92 158 132 146H380C420 158 454 214 452 306Z'), {
    bevel: 34,
    swell: 22,
    exposure: 0.04,
    lift: 14,
    engraved: strokes(lidRays, 6),
    depth: 6,
  }),
  carved(
    'gold',
    `<path fill-rule="evenodd" d="M48 312C44 204 82 146 128 132H384C430 146 468 204 464 312H434C436 224 408 172 376 162H136C104 172 76 224 78 312Z"/>`,
    { bevel: 13, swell: 8, lift: 8 },
  ),
  ...pearls(
    [150, 203, 256, 309, 362].map((x): Point => [x, 147]),
    8,
    'amber',
  ),
  ...caseBox,
  ...clasp,
]

/** The case with its lid up, a ruby on satin in it. */
export const openCase: Piece = [
  carved('wine', path('M66 280C50 150 84 70 130 56H382C428 70 462 150 446 280Z'), { bevel: 18, swell: 10, lift: 14 }),
  carved(
    'gold',
    `<path fill-rule="evenodd" d="M58 284C42 146 80 60 128 46H384C432 60 470 146 454 284H422C432 168 406 92 374 80H138C106 92 80 168 90 284Z"/>`,
    { bevel: 14, swell: 9, lift: 8 },
  ),
  carved('ivory', path('M96 284C86 172 110 98 142 86H370C402 98 426 172 416 284Z'), {
    bevel: 40,
    swell: -24,
    soften: 3,
    exposure: 0.02,
    engraved: both(strokes('M256 88V284M310 88C326 150 330 220 328 284M356 92C388 150 396 220 394 284', 5)),
    depth: 5,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 290],
            [256, 96],
          ],
          [
            [0, 0.9],
            [0.7, 0.3],
            [1, 0.1],
          ],
          'radial',
        ),
        body: 'rose',
      },
    ],
    shadow: 0.3,
    lift: 2,
  }),
  carved('plum', path('M60 306L82 268H430L452 306Z'), { bevel: 12, swell: -8, shadow: 0.4 }),
  ...moved(rubyStone, { x: 256, y: 214, scale: 0.52 }),
  ...pearls(
    [118, 152, 358, 392, 176, 336].map((x, i): Point => [x, 290 - (i > 3 ? 14 : 0)]),
    13,
  ),
  ...caseBox,
  ...moved(clasp, { y: 322, scale: 0.72 }),
]

const folds = both(
  strokes('M256 214C196 250 130 300 84 372M256 214C214 268 170 340 152 440M256 214C240 290 232 360 230 452', 6),
)

/** A box in a wrapping cloth, its ends in a knot. */
export const wrappedBox: Piece = [
  carved(
    'coral',
    path('M66 258Q78 212 128 206Q256 190 384 206Q434 212 446 258L456 442Q456 470 426 470H86Q56 470 56 442Z'),
    {
      bevel: 46,
      swell: 26,
      exposure: -0.02,
      lift: 16,
      engraved: folds,
      depth: 8,
      zones: [
        {
          shape: fading(
            everything,
            [
              [256, 470],
              [256, 300],
            ],
            [
              [0, 0.55],
              [1, 0],
            ],
          ),
          body: 'ruby',
        },
      ],
    },
  ),
  ...[0, 1, 2, 3, 4].flatMap((i) => pearls([[116 + i * 70, 440 - Math.abs(2 - i) * 4]], 8, 'amber')),
  ...(
    [
      'M256 196C226 128 158 92 96 104C86 150 140 204 232 222Z',
      'M256 196C286 128 354 92 416 104C426 150 372 204 280 222Z',
    ] as const
  ).map((shape, i): Carved =>
    carved('rose', path(shape), {
      bevel: 24,
      swell: 20,
      lift: 12,
      engraved: strokes(
        i === 0
          ? 'M236 206C204 160 164 132 116 124M230 214C190 192 150 166 116 138'
          : 'M276 206C308 160 348 132 396 124M282 214C322 192 362 166 396 138',
        4,
      ),
      depth: 5,
    }),
  ),
  carved('coral', both(path('M250 210C206 196 150 206 112 246C122 286 190 286 246 246Z')), {
    bevel: 22,
    swell: 18,
    lift: 10,
    engraved: both(strokes('M238 224C204 222 164 232 134 250', 4)),
    depth: 5,
  }),
  carved('gold', path('M214 204C222 178 290 178 298 204C306 232 292 258 256 260C220 258 206 232 214 204Z'), {
    bevel: 22,
    swell: 16,
    lift: 10,
    engraved: strokes('M236 192C230 214 232 238 240 252M276 192C282 214 280 238 272 252', 4),
    depth: 4,
  }),
]

/** The cloth laid open, the lacquer box in it full of gold. */
export const openWrappedBox: Piece = [
  carved('rose', path('M256 470L20 420C60 372 108 352 160 352H352C404 352 452 372 492 420Z'), {
    bevel: 16,
    swell: 14,
    lift: 8,
  }),
  carved(
    'coral',
    path('M96 470C60 440 44 400 42 356C92 372 130 400 152 440H360C382 400 420 372 470 356C468 400 452 440 416 470Z'),
    {
      bevel: 20,
      swell: 18,
      lift: 10,
      engraved: both(strokes('M66 372C90 400 110 432 118 462', 4)),
      depth: 5,
    },
  ),
  carved('ink', path('M84 246L112 88H400L428 246Z'), { bevel: 14, swell: 8, exposure: 0.3, lift: 12 }),
  carved('gold', `<path fill-rule="evenodd" d="M74 250L104 76H408L438 250H408L384 102H128L104 250Z"/>`, {
    bevel: 10,
    lift: 6,
  }),
  ...[168, 256, 344].flatMap((x) => facetted(x, 152, 17, x === 256 ? 'ruby' : 'jade', { sides: 6 })),
  ...[
    [120, 258, 36, 0.6, -24],
    [392, 258, 36, 0.6, 24],
    [172, 232, 38, 0.62, 14],
    [340, 232, 38, 0.62, -14],
    [256, 214, 40, 0.62, 0],
    [214, 262, 38, 0.52, -8],
    [300, 262, 38, 0.52, 8],
    [150, 280, 36, 0.48, 6],
    [362, 280, 36, 0.48, -6],
    [256, 284, 38, 0.46, 0],
  ].flatMap(([x = 0, y = 0, r = 0, flat = 0, turn = 0]) => coinLying(x, y, r, flat, turn)),
  carved('ruby', path('M76 288H436L420 440C419 450 412 456 402 456H110C100 456 93 450 92 440Z'), {
    bevel: 18,
    swell: 14,
    lift: 14,
  }),
  carved('gold', path('M62 278H450V312H62Z'), {
    bevel: 12,
    lift: 8,
    engraved: strokes(Array.from({ length: 11 }, (_, i) => `M${90 + i * 33} 295l10 -9l10 9l-10 9Z`).join(''), 3),
    depth: 4,
  }),
  carved('gold', path('M84 426H428L424 458H88Z'), { bevel: 10 }),
]
