/** A waterfall within a gilt moon gate. */

import { n, open, strokes, type Point } from '../forms.ts'
import { ring } from '../own.ts'
import type { Part, Piece } from '../piece.ts'

const inside = '<clipPath id="gate"><circle cx="256" cy="246" r="196"/></clipPath>'
const within = (shape: string) => `${inside}<g clip-path="url(#gate)">${shape}</g>`

/** Threads of falling water between x and x + wide; they sway a little. */
function threads(x: number, wide: number, count: number, from: number, to: number, width: number): string {
  return Array.from({ length: count }, (_, i) => {
    const at = x + ((i + 0.5) / count) * wide
    const points = [0, 1, 2, 3, 4].map((step): Point => [
      at + Math.sin(i * 2.1 + step * 1.3) * 3.5,
      from + ((to - from) * step) / 4 + ((i * 37) % 23),
    ])
    return strokes(open(points), width)
  }).join('')
}

function foam(y: number, size: number, count: number, seed: number): string {
  return Array.from({ length: count }, (_, i) => {
    const x = 256 + ((i + 0.5) / count - 0.5) * 330
    const r = size * (0.7 + 0.45 * Math.sin(i * 2.7 + seed))
    return `<circle cx="${n(x)}" cy="${n(y + Math.cos(i * 1.9 + seed) * size * 0.4)}" r="${n(r)}"/>`
  }).join('')
}

const cliff = (shape: string, exposure: number): Part => ({
  kind: 'carved',
  shape: within(`<path d="${shape}"/>`),
  body: 'pine',
  edge: 'gold',
  edgeWidth: 3.5,
  bevel: 24,
  swell: 24,
  chisel: true,
  exposure,
  lift: 10,
})

export const waterfallBack: Piece = [
  {
    kind: 'carved',
    shape: '<circle cx="256" cy="246" r="214"/>',
    body: 'night',
    bevel: 12,
    swell: 0,
    lift: 14,
  },
  {
    kind: 'painted',
    svg: '<defs><radialGradient id="d" gradientUnits="userSpaceOnUse" cx="256" cy="150" r="250"><stop offset="0" stop-color="#c8f4ff" stop-opacity=".95"/><stop offset=".35" stop-color="#3fb6e6" stop-opacity=".8"/><stop offset="1" stop-color="#0a2a66" stop-opacity=".4"/></radialGradient></defs><circle cx="256" cy="246" r="200" fill="url(#d)"/><circle cx="256" cy="132" r="62" fill="#fff6d8" fill-opacity=".85"/>',
  },
]

/** The water itself: it runs in a win. */
export const waterfallWater: Piece = [
  {
    kind: 'carved',
    shape: within('<path d="M176 120C200 100 312 100 338 120L356 470H156Z"/>'),
    body: 'azure',
    zones: [
      { shape: `<g opacity=".75">${threads(178, 156, 7, 108, 480, 15)}</g>`, body: 'foam' },
      { shape: threads(186, 140, 6, 130, 480, 5), body: 'snow' },
    ],
    bevel: 20,
    swell: 30,
    raised: threads(178, 156, 7, 108, 480, 15),
    depth: 2.4,
    exposure: 0.14,
    lift: 8,
  },
]

export const waterfallFront: Piece = [
  cliff('M40 60L150 92L196 118L178 190L200 250L172 330L184 460L40 470Z', 0.06),
  cliff('M472 60L362 92L318 118L336 180L314 262L342 340L326 460L472 470Z', 0),
  cliff('M40 150L128 190L146 262L120 330L150 400L140 470H40Z', 0.16),
  cliff('M472 160L388 204L366 280L394 340L362 410L376 470H472Z', 0.1),
  {
    kind: 'carved',
    shape: within(foam(372, 34, 8, 1) + foam(404, 44, 8, 2) + foam(440, 46, 9, 4)),
    body: 'foam',
    bevel: 26,
    swell: 20,
    soften: 3,
    exposure: 0.12,
    lift: 8,
  },
  {
    kind: 'carved',
    shape: ring(256, 246, 226, 192),
    body: 'gold',
    bevel: 16,
    swell: 12,
    engraved: Array.from(
      { length: 32 },
      (_, i) => `<circle cx="256" cy="37" r="5" transform="rotate(${i * 11.25} 256 246)"/>`,
    ).join(''),
    depth: 7,
    lift: 8,
  },
]
