/** What moves on the table besides the cards: the dealer's hand, and the chips. */

import type { SceneArtwork } from './artwork.ts'
import type { MaterialName } from './materials.ts'
import { disc } from './own.ts'
import type { Piece } from './piece.ts'
import { chip } from './shapes.ts'

const finger = (path: string, width: number) =>
  `<path d="${path}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

const glove = {
  kind: 'carved',
  body: 'ivory',
  bevel: 26,
  swell: 34,
  soften: 3,
  exposure: 0.2,
  shadow: 0.4,
  lift: 8,
} as const

/** A gloved right hand seen from above, its fingers towards the member. */
const hand: Piece = [
  { ...glove, shape: finger('M190 168C152 206 136 244 140 286C142 306 150 318 162 326', 54) },
  {
    ...glove,
    shape: [
      '<path d="M186 92h140c16 40 32 84 28 134-2 30-8 40-16 46H188c-8-10-12-20-14-46-4-50-2-94 12-134Z"/>',
      finger('M326 226C334 266 334 296 326 330', 46),
      finger('M286 232C292 300 290 348 280 388', 50),
      finger('M240 232C240 312 240 366 238 412', 52),
      finger('M198 228C194 290 192 340 194 386', 50),
    ].join(''),
    engraved:
      '<path d="M219 262C216 310 216 350 216 384M263 262C264 314 262 356 258 392M307 258C312 296 308 330 303 352" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/><path d="M214 150c-4 24-6 46-6 70M252 144c0 26 0 50-1 74M292 148c6 24 8 46 8 68" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
    depth: 7,
  },
  {
    kind: 'carved',
    shape: '<path d="M178 62h156l4 50H174Z"/>',
    body: 'snow',
    bevel: 10,
    swell: 14,
    shadow: 0.4,
    exposure: 0.1,
  },
  { kind: 'carved', shape: disc(312, 88, 9), body: 'gold', bevel: 5, swell: 5, shadow: 0.4, lift: 3 },
]

const sleeve = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 480"><defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#2b0a1a"/><stop offset=".3" stop-color="#6a1c3f"/><stop offset=".62" stop-color="#53142f"/><stop offset="1" stop-color="#21070f"/></linearGradient><linearGradient id="g" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#7a531a"/><stop offset=".4" stop-color="#ffe6a6"/><stop offset="1" stop-color="#8a5c1c"/></linearGradient></defs><path d="M42 0h136l-18 292H60Z" fill="url(#s)"/><path d="M66 0C80 100 82 200 84 292M142 0C134 90 132 180 134 292" stroke="#000" stroke-opacity=".16" stroke-width="7" fill="none"/><path d="M60 284h100" stroke="url(#g)" stroke-width="4.500"/></svg>`

/** The dealer's right hand with its sleeve; the left one is its mirror image. The tips of the fingers are at (110, 451). */
export const dealerHand: SceneArtwork = {
  kind: 'scene',
  name: 'table/hand',
  width: 220,
  height: 480,
  density: 1.2,
  format: 'webp',
  quality: 80,
  maxBytes: 26_000,
  layers: [
    { kind: 'svg', svg: sleeve },
    { kind: 'piece', piece: hand, x: 110, y: 372, edge: 256 },
  ],
}

/** The colours of the chips, from the smallest on. */
const bodies: readonly MaterialName[] = ['pearl', 'ruby', 'sapphire', 'jade', 'ink', 'amethyst', 'amber', 'rose']
const edge = 80

function chipPiece(body: MaterialName): Piece {
  const marks = body === 'pearl' ? 'ruby' : 'ivory'
  return [
    { kind: 'carved', shape: disc(256, 256, 236), body, edge: 'gold', edgeWidth: 7, bevel: 20, swell: 14, lift: 10 },
    {
      kind: 'carved',
      shape: `<g transform="translate(256 256) scale(1.100) translate(-256 -256)">${chip.marks}</g>`,
      body: marks,
      bevel: 7,
      swell: 3,
      lift: 2,
      shadow: 0.3,
    },
    { kind: 'carved', shape: disc(256, 256, 166), body: 'gold', bevel: 9, swell: 3, lift: 4, shadow: 0.5 },
    {
      kind: 'carved',
      shape: disc(256, 256, 152),
      body: 'snow',
      bevel: 10,
      swell: 6,
      lift: 1,
      shadow: 0,
      exposure: 0.06,
    },
  ]
}

/** The chips in one row; the window writes their amounts into the light field. */
export const chips: SceneArtwork = {
  kind: 'scene',
  name: 'table/chips',
  width: edge * bodies.length,
  height: edge,
  density: 1.6,
  format: 'webp',
  quality: 84,
  maxBytes: 46_000,
  layers: bodies.map((body, index) => ({
    kind: 'piece',
    piece: chipPiece(body),
    x: edge * (index + 0.5),
    y: edge / 2,
    edge: edge - 2,
  })),
}
