/** Tiles of the studio's planned slots: one hero each, in a hue of its own. */

import type { SceneArtwork } from './artwork.ts'
import { borrowed } from './borrowed.ts'
import { headPiece } from './heroes.ts'
import { centred } from './letters.ts'
import type { MaterialName } from './materials.ts'
import { disc } from './own.ts'
import type { Part, Piece, Place } from './piece.ts'
import { coinPiece } from './symbols.ts'
import { tile } from './tiles.ts'

/** A silhouette in enamel with a gilt edge, or in plain metal. */
function carved(shape: string, body: MaterialName, place: Place = {}): Part {
  const metal = body === 'gold' || body === 'silver' || body === 'oldGold'
  return {
    kind: 'carved',
    shape,
    body,
    ...(metal ? {} : { edge: 'gold' as const, edgeWidth: 8 }),
    bevel: metal ? 20 : 30,
    swell: metal ? 40 : 52,
    soften: metal ? 2 : 1.6,
    exposure: metal ? 0 : 0.06,
    lift: 14,
    place,
  }
}

const moon: Part = {
  kind: 'carved',
  shape: disc(256, 256, 214),
  body: 'silver',
  bevel: 10,
  swell: 14,
  exposure: -0.22,
  shadow: 0.3,
  place: { x: 268, y: 236, scale: 0.98 },
}

const wolf: Piece = [moon, carved(borrowed('wolf-head'), 'sapphire', { x: 250, y: 276, scale: 0.9 })]

/** Two small sevens behind a large one. */
const sevens: Piece = [
  carved(centred('7', { x: 256, y: 410, size: 430, weight: 900 }), 'gold', { x: 136, y: 236, scale: 0.62, turn: -16 }),
  carved(centred('7', { x: 256, y: 410, size: 430, weight: 900 }), 'gold', { x: 378, y: 236, scale: 0.62, turn: 16 }),
  carved(centred('7', { x: 256, y: 410, size: 430, weight: 900 }), 'ruby', { y: 276, scale: 1.06 }),
]

const book =
  '<path d="M256 150C208 122 138 114 74 124a14 14 0 0 0-12 14v236a14 14 0 0 0 16 14c62-8 128 2 178 32 50-30 116-40 178-32a14 14 0 0 0 16-14V138a14 14 0 0 0-12-14c-64-10-134-2-182 26Z"/>'
const bookOfHorus: Piece = [
  carved(book, 'night', { y: 268, scale: 1.06 }),
  {
    kind: 'carved',
    shape: '<path d="M251 156h10v256h-10Z"/>',
    body: 'gold',
    bevel: 6,
    swell: 4,
    shadow: 0.4,
    lift: 2,
    place: { y: 262 },
  },
  {
    ...(carved(borrowed('eye-of-horus'), 'gold', { x: 256, y: 262, scale: 0.76 }) as Part & { kind: 'carved' }),
    bevel: 12,
  },
]

const bolt = '<path d="M300 60 176 288h76l-40 164 132-238h-80Z"/>'
const storm: Piece = [
  carved(bolt, 'gold', { x: 356, y: 190, scale: 0.74, turn: 8 }),
  carved(borrowed('peaks'), 'silver', { x: 244, y: 290, scale: 0.96 }),
]

const coinAt = (x: number, y: number, scale: number): Part[] =>
  coinPiece.flatMap((part) => (part.kind === 'carved' ? [{ ...part, place: { x, y, scale } }] : []))
const hoard: Piece = [
  ...headPiece('spiked-dragon-head', 'jade', { x: 250, y: 232, scale: 0.9 }),
  ...coinAt(152, 418, 0.27),
  ...coinAt(364, 422, 0.25),
  ...coinAt(258, 432, 0.3),
]

export const slotTiles: readonly SceneArtwork[] = [
  tile({ name: 'tile/azure-dragon-hoard', hue: 'jade', hero: hoard }),
  tile({ name: 'tile/full-moon-wolf', hue: 'indigo', hero: wolf }),
  tile({ name: 'tile/ruby-seven', hue: 'ruby', hero: sevens }),
  tile({ name: 'tile/lotus-falls', hue: 'rose', hero: [carved(borrowed('lotus'), 'jade')] }),
  tile({ name: 'tile/amethyst-cave', hue: 'violet', hero: [carved(borrowed('crystal-growth'), 'amethyst')] }),
  tile({ name: 'tile/book-of-horus', hue: 'sunset', hero: bookOfHorus }),
  tile({ name: 'tile/kings-chest', hue: 'amber', hero: [carved(borrowed('open-treasure-chest'), 'gold')] }),
  tile({ name: 'tile/eagle-cliff', hue: 'lagoon', hero: [carved(borrowed('eagle-head'), 'sapphire')] }),
  tile({ name: 'tile/festival-bells', hue: 'wine', hero: [carved(borrowed('ringing-bell'), 'gold')] }),
  tile({ name: 'tile/sage-turtle', hue: 'emerald', hero: [carved(borrowed('turtle'), 'jade')] }),
  tile({ name: 'tile/summit-of-storms', hue: 'storm', hero: storm }),
]
