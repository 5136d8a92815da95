/** Tiles of the lobby, 3:4: a scene in the game's hue and its hero. The site adds the titles, in five languages. */

import type { Layer, SceneArtwork } from './artwork.ts'
import { dragon, scarlet } from './drawings/dragon.ts'
import { tiger } from './drawings/tiger.ts'
import { moved } from './drawings/moved.ts'
import { horseHead, houndHead } from './drawings/horse.ts'
import { cardPiece, chipPiece, crestPiece, diePiece, lanternPiece, wheelPiece } from './heroes.ts'
import type { Piece } from './piece.ts'
import { scene } from './scene.ts'
import type { SceneHue } from './scene.ts'
import { coinPiece } from './symbols.ts'

const tileWidth = 300
const tileHeight = 400

export const hues = {
  cinnabar: { light: '#c2452a', sky: '#4f150d', far: '#66200f', near: '#140706', gilt: '#f6d08a' },
  sunset: { light: '#d4802f', sky: '#5c210f', far: '#6e3014', near: '#130806', gilt: '#f3cf83' },
  wine: { light: '#a52a52', sky: '#4a1230', far: '#5a1a38', near: '#12060c', gilt: '#f0c78c' },
  ruby: { light: '#b8293a', sky: '#4c0d18', far: '#5e1520', near: '#130507', gilt: '#f3cf83' },
  indigo: { light: '#3a5fc0', sky: '#16265c', far: '#1f3270', near: '#070a18', gilt: '#d9c9a0' },
  jade: { light: '#1f8d68', sky: '#0b3a2d', far: '#11493a', near: '#05100d', gilt: '#e6d093' },
  violet: { light: '#6a3fb0', sky: '#2a1456', far: '#351c66', near: '#0b0616', gilt: '#e8cc98' },
  teal: { light: '#1f7f8f', sky: '#0b3440', far: '#124652', near: '#050e12', gilt: '#e3cf9c' },
  emerald: { light: '#2fa05a', sky: '#0c4023', far: '#15522f', near: '#050f0a', gilt: '#e9d692' },
  lagoon: { light: '#2f79c4', sky: '#0d2a5c', far: '#163a70', near: '#050b18', gilt: '#d9cfa8' },
  rose: { light: '#c0467e', sky: '#4f1538', far: '#631d47', near: '#13060f', gilt: '#f2cf9a' },
  amber: { light: '#b98a2a', sky: '#4a330c', far: '#5c4212', near: '#110b05', gilt: '#f6d98e' },
  storm: { light: '#5c6fa8', sky: '#1d2549', far: '#28325c', near: '#080a16', gilt: '#d5d2c6' },
  slate: { light: '#4a5674', sky: '#1b2238', far: '#262f4a', near: '#090b14', gilt: '#e8c177' },
} as const satisfies Record<string, SceneHue>

type Halo = { readonly tint: string; readonly radius: number; readonly opacity: number }

/**
 * A tile. `ground` replaces the moon and ridges of its hue; `before` stands in front of the hero. `title` 'apart' leaves the
 * place for the name, which the site adds: a machine's as a lettering in the page's language, a table's as text.
 */
export type Tile = {
  readonly name: string
  readonly hue: keyof typeof hues
  readonly hero: Piece
  readonly edge?: number
  readonly x?: number
  readonly y?: number
  readonly glow?: Halo
  readonly ground?: readonly Layer[]
  readonly before?: readonly Layer[]
  readonly title?: 'apart'
}

const dusk: Halo = { tint: '000000', radius: 14, opacity: 0.5 }

/** One tile: the scene of its hue, seeded by its name, and the hero upon it. */
export function tile({
  name,
  hue,
  hero,
  edge = 268,
  x = 150,
  y = 164,
  glow = dusk,
  ground,
  before,
  title,
}: Tile): SceneArtwork {
  return {
    kind: 'scene',
    name,
    width: tileWidth,
    height: tileHeight,
    density: 1.6,
    format: 'webp',
    quality: 68,
    maxBytes: title === 'apart' ? 20_000 : 25_000,
    layers: [
      ...(ground ?? [moonlit(name, hue)]),
      // Lettering needs the space below the hero.
      { kind: 'piece', piece: hero, x, y: title === undefined ? y : y - 14, edge, glow },
      ...(before ?? []),
      ...(title === undefined ? [] : [titleShade]),
    ],
  }
}

function moonlit(name: string, hue: keyof typeof hues): Layer {
  const svg = scene({
    width: tileWidth,
    height: tileHeight,
    seed: name,
    hue: hues[hue],
    centre: [150, 158],
    moon: 116,
    horizon: 0.6,
    peaks: 84,
    mist: 3,
    fade: 0.36,
  })
  return { kind: 'svg', svg }
}

/** Darkens the ground of a title and of the site's own caption below it. */
const titleShade: Layer = {
  kind: 'svg',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><defs><linearGradient id="t" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#07080d" stop-opacity="0"/><stop offset=".45" stop-color="#07080d" stop-opacity=".66"/><stop offset=".75" stop-color="#07080d"/></linearGradient></defs><rect y="176" width="300" height="224" fill="url(#t)"/></svg>`,
}

const left = { x: 196, y: 262, scale: 0.86, turn: -14 }
const right = { x: 318, y: 256, scale: 0.86, turn: 12 }

const bolt: Piece = [
  {
    kind: 'carved',
    shape: '<path d="M300 60 176 288h76l-40 164 132-238h-80Z"/>',
    body: 'gold',
    bevel: 22,
    swell: 16,
    lift: 16,
    place: { x: 262, y: 300, scale: 0.82 },
  },
]

const serpent = dragon(scarlet, { x: 178, y: 168, scale: 0.66 })
const beast = tiger({ x: 340, y: 332, scale: 0.62 })
const dragonAndTiger: Piece = [...serpent.mane, ...serpent.jaw, ...serpent.head, ...beast.jaw, ...beast.head]

export const tiles: readonly SceneArtwork[] = [
  tile({ name: 'tile/coming', hue: 'slate', hero: lanternPiece({ y: 262 }) }),
  tile({
    name: 'tile/baccarat',
    hue: 'wine',
    hero: [...cardPiece('9', 'spade', left), ...cardPiece('K', 'heart', right)],
    edge: 350,
    y: 150,
    title: 'apart',
  }),
  tile({
    name: 'tile/speed-baccarat',
    hue: 'indigo',
    hero: [...cardPiece('8', 'club', left), ...cardPiece('A', 'diamond', right), ...bolt],
    edge: 320,
    x: 168,
    y: 150,
    title: 'apart',
  }),
  tile({
    name: 'tile/no-commission-baccarat',
    hue: 'jade',
    hero: [
      ...cardPiece('6', 'diamond', left),
      ...cardPiece('Q', 'spade', right),
      ...chipPiece('jade', 'diamond', { x: 258, y: 392, scale: 0.44 }),
    ],
    edge: 310,
    y: 144,
    title: 'apart',
  }),
  tile({ name: 'tile/dragon-tiger', hue: 'ruby', hero: dragonAndTiger, edge: 310, y: 148, title: 'apart' }),
  tile({ name: 'tile/roulette', hue: 'teal', hero: wheelPiece(), edge: 400, x: 196, y: 132, title: 'apart' }),
  tile({
    name: 'tile/sic-bo',
    hue: 'violet',
    hero: [
      ...diePiece(118, [6, 2, 3], 'ruby', { x: 256, y: 160 }),
      ...diePiece(118, [4, 1, 5], 'ivory', { x: 148, y: 330 }),
      ...diePiece(118, [5, 3, 6], 'ivory', { x: 366, y: 332 }),
    ],
    edge: 310,
    y: 150,
    title: 'apart',
  }),
  tile({
    name: 'tile/blackjack',
    hue: 'slate',
    hero: [
      ...cardPiece('J', 'spade', left),
      ...cardPiece('A', 'heart', right),
      ...chipPiece('ruby', 'spade', { x: 258, y: 396, scale: 0.42 }),
    ],
    edge: 330,
    x: 132,
    y: 148,
    title: 'apart',
  }),
  tile({
    name: 'tile/virtual-races',
    hue: 'violet',
    hero: [
      ...moved(horseHead('amethyst', 'ivory'), { x: 356, y: 196, scale: 0.66 }),
      ...moved(horseHead('ruby', 'amber'), { x: 186, y: 288, scale: 0.84 }),
    ],
    edge: 300,
    title: 'apart',
  }),
  tile({
    name: 'tile/virtual-horses',
    hue: 'indigo',
    hero: horseHead('sapphire', 'amber'),
    edge: 330,
    x: 158,
    y: 170,
    title: 'apart',
  }),
  tile({
    name: 'tile/virtual-hounds',
    hue: 'teal',
    hero: houndHead('teal', 'ruby'),
    edge: 320,
    x: 140,
    y: 170,
    title: 'apart',
  }),
  tile({ name: 'company/baize', hue: 'wine', hero: crestPiece({ scale: 0.9 }) }),
  tile({ name: 'company/baize-live', hue: 'jade', hero: chipPiece('wine', 'spade', { scale: 0.92 }) }),
  tile({ name: 'company/baize-race', hue: 'indigo', hero: coinPiece }),
]
