/** A disc of carved jade on a red cord with a tassel. */

import { blade, fading, everything, path, strokes } from '../forms.ts'
import { ring } from '../own.ts'
import type { Piece } from '../piece.ts'

const curl = (turn: number) =>
  `<g transform="rotate(${turn} 256 246)">${strokes('M214 128C230 98 282 98 292 128C298 150 262 160 256 140C254 130 264 124 272 130', 10)}${strokes('M206 150C196 140 198 128 208 122', 8)}</g>`

export const jadeDisc: Piece = [
  {
    kind: 'carved',
    shape: strokes('M256 30V72M256 400V440', 12) + path('M240 430h32l26 76h-84Z'),
    body: 'ruby',
    bevel: 9,
    swell: 8,
    engraved: strokes('M232 450L222 506M244 446L240 506M256 446V506M268 446L272 506M280 450L290 506', 3),
    depth: 5,
    exposure: 0.1,
    lift: 6,
  },
  {
    kind: 'carved',
    shape: ring(256, 246, 178, 62),
    body: 'jade',
    zones: [
      {
        shape: fading(
          everything,
          [
            [150, 120],
            [330, 300],
          ],
          [
            [0, 0.7],
            [1, 0],
          ],
          'radial',
        ),
        body: 'leaf',
      },
      {
        shape: fading(
          everything,
          [
            [360, 350],
            [460, 420],
          ],
          [
            [0, 0.5],
            [1, 0],
          ],
          'radial',
        ),
        body: 'teal',
      },
    ],
    edge: 'gold',
    edgeWidth: 9,
    bevel: 44,
    swell: 30,
    soften: 2.4,
    raised: [0, 60, 120, 180, 240, 300].map(curl).join(''),
    depth: 9,
    exposure: 0.08,
    lift: 16,
    rim: '0c5a48',
  },
  {
    kind: 'carved',
    shape: ring(256, 246, 78, 58),
    body: 'gold',
    bevel: 10,
    swell: 6,
    lift: 5,
  },
  {
    kind: 'carved',
    shape: path('M256 30L292 66L256 102L220 66ZM226 400h60l10 40H216Z'),
    body: 'gold',
    bevel: 14,
    swell: 8,
    engraved: strokes('M238 66L256 48L274 66L256 84ZM220 420H292', 4),
    depth: 5,
    lift: 8,
  },
  {
    kind: 'carved',
    shape: path(
      [0, 72, 144, 216, 288]
        .map((turn) => blade([256, 246], { length: 46, half: 17, turn, belly: 0.62, foot: 4 }))
        .join(''),
    ),
    body: 'rose',
    edge: 'gold',
    edgeWidth: 3,
    bevel: 12,
    swell: 8,
    exposure: 0.1,
    lift: 8,
  },
  { kind: 'carved', shape: '<circle cx="256" cy="246" r="12"/>', body: 'gold', bevel: 10, swell: 4, lift: 3 },
]
