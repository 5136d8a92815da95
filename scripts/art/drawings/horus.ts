/** The falcon god in profile: white head with the mark of his eye, striped headcloth, the sun above. */

import { everything, fading, path, strokes } from '../forms.ts'
import type { Piece } from '../piece.ts'
import { cabochon, circle, pearls } from './jewels.ts'
import { gold, inlay } from './temple.ts'

export const sunDisc: Piece = [
  gold(circle(232, 106, 96), { bevel: 18, lift: 12 }),
  inlay(circle(232, 106, 78), 'ruby', {
    edge: 'oldGold',
    edgeWidth: 5,
    bevel: 74,
    swell: 12,
    soften: 4,
    exposure: 0.08,
    zones: [
      {
        shape: fading(
          everything,
          [
            [280, 150],
            [370, 150],
          ],
          [
            [0, 0.8],
            [1, 0],
          ],
          'radial',
        ),
        body: 'amber',
      },
    ],
    lift: 2,
  }),
  {
    kind: 'painted',
    svg: '<ellipse cx="200" cy="72" rx="24" ry="13" transform="rotate(-40 200 72)" fill="#fff" fill-opacity=".75"/>',
  },
]

const arc = (from: number) => `M74 ${from}Q236 ${from + 128} 404 ${from - 20}`

/** The broad collar on his shoulders. */
const collar: Piece = [
  inlay(strokes(arc(398), 40), 'sapphire', {
    edge: 'gold',
    edgeWidth: 4,
    bevel: 12,
    engraved: strokes(beads(398), 4),
    depth: 5,
  }),
  inlay(strokes(arc(362), 36), 'coral', {
    edge: 'gold',
    edgeWidth: 4,
    bevel: 12,
    engraved: strokes(beads(362), 4),
    depth: 5,
  }),
  inlay(strokes(arc(328), 34), 'teal', {
    edge: 'gold',
    edgeWidth: 4,
    bevel: 12,
    engraved: strokes(beads(328), 4),
    depth: 5,
  }),
  ...pearls(
    [
      [96, 440],
      [132, 458],
      [172, 472],
      [214, 480],
      [256, 480],
      [298, 472],
      [338, 456],
      [374, 436],
    ],
    12,
    'amber',
  ),
]

function beads(from: number): string {
  return Array.from({ length: 15 }, (_, i) => {
    const t = (i + 0.5) / 15
    const x = (1 - t) ** 2 * 74 + 2 * t * (1 - t) * 236 + t * t * 404
    const y = (1 - t) ** 2 * from + 2 * t * (1 - t) * (from + 128) + t * t * (from - 20)
    return `M${x.toFixed(1)} ${(y - 18).toFixed(1)}v36`
  }).join('')
}

const cloth =
  'M262 92C170 84 106 150 92 248C84 306 70 360 46 408C88 436 150 432 196 410C222 366 226 330 222 292L246 200Z'
const stripes = [0, 1, 2, 3, 4]
  .map((i) => {
    const y = 176 + i * 48
    return `M${98 - i * 9} ${y + 26}C${140 - i * 8} ${y - 4} ${186 - i * 4} ${y - 14} 236 ${y - 6}L232 ${y + 17}C${186 - i * 4} ${y + 9} ${140 - i * 8} ${y + 20} ${92 - i * 9} ${y + 50}Z`
  })
  .join('')

const neck: Piece = [
  inlay(path('M222 250C214 330 212 372 222 408Q306 420 376 372C352 340 346 296 354 244Z'), 'pearl', {
    edgeWidth: 3,
    bevel: 30,
    swell: 20,
    engraved: strokes(
      [292, 322, 352, 382]
        .map((y, row) => [0, 1, 2, 3].map((i) => `M${236 + i * 32 + (row % 2) * 14} ${y}q13 18 26 0`).join(''))
        .join(''),
      4,
    ),
    depth: 4,
    exposure: 0.02,
  }),
]

export const falcon: Piece = [
  ...neck,
  ...collar,
  gold(path(cloth), { bevel: 30, swell: 24, soften: 2.4, lift: 14 }),
  inlay(
    `<clipPath id="k">${path(cloth)}</clipPath><g clip-path="url(#k)">${path(stripes)}${path('M250 84C196 84 152 104 124 142L142 150C168 118 206 106 252 108Z')}</g>`,
    'sapphire',
    { edgeWidth: 3, bevel: 8, swell: 12, shadow: 0.3, lift: 2 },
  ),
  inlay(
    path(
      'M226 178C228 118 272 88 328 94C378 100 408 130 412 172C412 212 388 240 350 254C330 300 300 324 254 328C232 300 224 240 226 178Z',
    ),
    'snow',
    {
      edgeWidth: 3,
      bevel: 64,
      swell: 34,
      soften: 3,
      exposure: 0.12,
      zones: [
        {
          shape: fading(
            everything,
            [
              [300, 92],
              [300, 150],
            ],
            [
              [0.4, 0.95],
              [1, 0],
            ],
          ),
          body: 'azure',
        },
        {
          shape: path('M318 192C326 226 312 262 270 284C256 290 250 276 262 268C292 250 302 222 296 194Z'),
          body: 'sapphire',
        },
        { shape: path('M344 194C362 206 380 204 396 212C372 232 350 226 338 210Z'), body: 'sapphire' },
      ],
      engraved: strokes(
        'M252 214q10 16 26 8M250 246q12 16 28 6M262 300q14 8 28 -4M254 272q12 14 26 4M290 286q12 6 24 -8M254 184q8 14 20 8M268 128q10 12 24 4M300 116q10 12 24 2M334 118q8 10 20 4',
        4,
      ),
      depth: 4,
      lift: 12,
    },
  ),
  gold(
    path(
      'M386 138C432 126 470 150 478 198C482 230 472 260 452 278C456 250 442 232 416 228C388 224 374 208 372 182C370 160 374 144 386 138Z',
    ),
    {
      bevel: 36,
      swell: 22,
      soften: 2.4,
      engraved: `${strokes('M376 196C404 206 436 204 462 214', 4)}<ellipse cx="408" cy="164" rx="10" ry="6"/>`,
      depth: 7,
      zones: [
        {
          shape: fading(
            everything,
            [
              [420, 200],
              [480, 240],
            ],
            [
              [0.3, 0],
              [1, 0.9],
            ],
          ),
          body: 'ink',
        },
      ],
      lift: 12,
    },
  ),
  {
    kind: 'carved',
    shape: path('M254 184C272 150 330 142 372 168L380 176C346 206 290 212 262 196L224 204L220 192Z'),
    body: 'sapphire',
    edge: 'gold',
    edgeWidth: 4,
    bevel: 8,
    swell: 3,
    exposure: -0.04,
    lift: 5,
  },
  {
    kind: 'carved',
    shape: path('M270 184C286 160 330 154 360 172C334 198 290 202 270 184Z'),
    body: 'snow',
    bevel: 12,
    swell: 6,
    exposure: 0.22,
    shadow: 0.2,
    lift: 1,
  },
  {
    kind: 'carved',
    shape: circle(318, 177, 20),
    body: 'amber',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 16,
    swell: 4,
    exposure: 0.24,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: circle(320, 177, 10), body: 'ink', bevel: 8, swell: 2, shadow: 0 },
  { kind: 'painted', svg: '<circle cx="313" cy="169" r="5" fill="#fff"/>' },
  inlay(path('M250 160C278 128 332 124 376 150C344 144 296 146 262 176C254 178 246 170 250 160Z'), 'sapphire', {
    edgeWidth: 3.5,
    bevel: 9,
    lift: 5,
  }),
  gold(path('M272 82C232 118 216 196 236 322L210 330C182 214 196 122 244 78Z'), {
    bevel: 12,
    lift: 9,
    engraved: strokes(
      'M222 170L240 176M218 200L236 204M216 230L234 232M216 260L234 260M220 290L238 288M230 142L248 148M242 116L258 124',
      4,
    ),
    depth: 5,
  }),
  gold(path('M262 92C262 66 276 50 300 44C318 30 342 34 348 50C352 66 338 78 322 76C306 78 298 86 300 100Z'), {
    bevel: 14,
    lift: 10,
    engraved: strokes('M276 84L294 90M280 72L298 78', 4),
    depth: 4,
  }),
  { kind: 'carved', shape: circle(332, 52, 6), body: 'ruby', bevel: 5, swell: 1, exposure: 0.24, shadow: 0.2, lift: 1 },
  ...cabochon(226, 320, 12, 'ruby'),
]
