/** The large pictures: scenes behind the reels, banners of the home page, the lockup of a game's title. */

import type { Layer, SceneArtwork } from './artwork.ts'
import { diePiece, lanternPiece, sealPiece } from './heroes.ts'
import { centred } from './letters.ts'
import type { Piece } from './piece.ts'
import { scene } from './scene.ts'
import { coinPiece, fanPiece, tigerHead } from './symbols.ts'
import { hues } from './tiles.ts'

const lantern = lanternPiece()

function hung(x: number, y: number, edge: number, opacity = 1): Layer {
  return {
    kind: 'piece',
    piece: lantern,
    x,
    y,
    edge,
    opacity,
    glow: { tint: 'ff7a2e', radius: edge * 0.13, opacity: 0.42 },
  }
}

/** The palace below the moon where Golden Tiger is played; the middle stays quiet, for the reels stand there. */
const goldenTiger: readonly SceneArtwork[] = [
  {
    kind: 'scene',
    name: 'scene/golden-tiger',
    width: 1400,
    height: 800,
    density: 1.3,
    format: 'webp',
    quality: 66,
    maxBytes: 110_000,
    layers: [
      {
        kind: 'svg',
        svg: scene({
          width: 1400,
          height: 800,
          seed: 'golden-tiger-wide',
          hue: hues.sunset,
          centre: [700, 250],
          moon: 236,
          horizon: 0.56,
          peaks: 210,
          ridges: 5,
          mist: 6,
          stars: 90,
          rays: 24,
          gate: { x: 250, y: 676, width: 330, before: 4 },
          fade: 0.22,
        }),
      },
      hung(96, 158, 320),
      hung(238, 84, 180, 0.92),
      hung(1304, 158, 320),
      hung(1162, 84, 180, 0.92),
    ],
  },
  {
    kind: 'scene',
    name: 'scene/golden-tiger-portrait',
    width: 900,
    height: 1600,
    density: 1,
    format: 'webp',
    quality: 64,
    maxBytes: 110_000,
    layers: [
      {
        kind: 'svg',
        svg: scene({
          width: 900,
          height: 1600,
          seed: 'golden-tiger-tall',
          hue: hues.sunset,
          centre: [450, 420],
          moon: 300,
          horizon: 0.62,
          peaks: 260,
          ridges: 5,
          mist: 6,
          stars: 90,
          gate: { x: 620, y: 1376, width: 430, before: 4 },
          fade: 0.2,
        }),
      },
      hung(120, 164, 330),
      hung(780, 164, 330),
    ],
  },
]

type BannerForm = { width: number; height: number; name: string; quality: number }

function banner(
  form: BannerForm,
  hue: keyof typeof hues,
  pieces: readonly Layer[],
  centre: readonly [number, number],
): SceneArtwork {
  const { width, height, name, quality } = form
  const svg = scene({
    width,
    height,
    seed: name,
    hue: hues[hue],
    centre,
    moon: height * 0.6,
    horizon: 0.7,
    peaks: height * 0.42,
    ridges: 3,
    mist: 4,
    stars: Math.round(width / 20),
    rays: 26,
  })
  // Text is on the left, so the scene is darkened there.
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="s" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="#0a060b" stop-opacity=".94"/><stop offset=".4" stop-color="#0a060b" stop-opacity=".62"/><stop offset=".74" stop-color="#0a060b" stop-opacity="0"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/></svg>`
  return {
    kind: 'scene',
    name,
    width,
    height,
    density: width > 600 ? 1.6 : 2,
    format: 'webp',
    quality,
    maxBytes: 90_000,
    layers: [{ kind: 'svg', svg }, { kind: 'svg', svg: shade }, ...pieces],
  }
}

function standing(piece: Piece, x: number, y: number, edge: number): Layer {
  return { kind: 'piece', piece, x, y, edge, glow: { tint: '000000', radius: 16, opacity: 0.55 } }
}

const turned = (piece: Piece, turn: number): Piece =>
  piece.map((part) => (part.kind === 'carved' ? { ...part, place: { ...part.place, turn, scale: 0.86 } } : part))

const wide = { width: 1400, height: 260, quality: 82 }
const phone = { width: 390, height: 240, quality: 78 }

const banners: readonly SceneArtwork[] = [
  banner(
    { ...wide, name: 'banner/tiger' },
    'wine',
    [
      standing(turned(coinPiece, -16), 924, 180, 146),
      standing(turned(coinPiece, 24), 1290, 92, 116),
      standing([tigerHead()], 1104, 132, 288),
      standing(turned(coinPiece, 12), 1000, 214, 100),
    ],
    [1104, 128],
  ),
  banner(
    { ...phone, name: 'banner/tiger-phone' },
    'wine',
    [standing([tigerHead()], 318, 86, 164), standing(turned(coinPiece, -14), 246, 146, 62)],
    [318, 86],
  ),
  banner(
    { ...wide, name: 'banner/fairness' },
    'jade',
    [
      standing(sealPiece(), 1104, 124, 250),
      standing(diePiece(150, [5, 3, 6], 'ivory', { x: 256, y: 256 }), 966, 176, 250),
      standing(diePiece(150, [2, 6, 4], 'ruby', { x: 256, y: 256 }), 1238, 182, 230),
    ],
    [1104, 128],
  ),
  banner(
    { ...phone, name: 'banner/fairness-phone' },
    'jade',
    [
      standing(sealPiece(), 318, 84, 140),
      standing(diePiece(150, [5, 3, 6], 'ivory', { x: 256, y: 256 }), 248, 140, 96),
    ],
    [318, 84],
  ),
  banner(
    { ...wide, name: 'banner/comp' },
    'violet',
    [
      standing(fanPiece, 1104, 108, 430),
      standing(turned(coinPiece, 20), 1218, 186, 116),
      standing(turned(coinPiece, -18), 986, 186, 124),
      standing(turned(coinPiece, 6), 1102, 196, 148),
    ],
    [1104, 128],
  ),
  banner(
    { ...phone, name: 'banner/comp-phone' },
    'violet',
    [
      standing(fanPiece, 308, 80, 216),
      standing(turned(coinPiece, 14), 338, 138, 62),
      standing(turned(coinPiece, -12), 276, 142, 70),
    ],
    [308, 84],
  ),
]

/** GOLDEN TIGER between two rules, the head above the middle: 640 x 240, transparent. */
function lockup(): SceneArtwork {
  // The board of a piece is square; 512 units are the lockup's whole width.
  const words: Piece = [
    {
      kind: 'carved',
      shape: centred('GOLDEN TIGER', { x: 256, y: 336, size: 58, weight: 900, spacing: 2 }),
      body: 'gold',
      bevel: 9,
      swell: 8,
      chisel: true,
      soften: 0.7,
      lift: 5,
      exposure: 0.08,
    },
    {
      kind: 'carved',
      shape: '<path d="M52 279h130l8 2.500-8 2.500H52l-14-2.500ZM460 279H330l-8 2.500 8 2.500h130l14-2.500Z"/>',
      body: 'gold',
      bevel: 3,
      swell: 2,
      soften: 0.5,
      lift: 3,
    },
  ]
  return {
    kind: 'scene',
    name: 'logo/golden-tiger',
    width: 640,
    height: 220,
    density: 1.5,
    format: 'webp',
    quality: 80,
    maxBytes: 60_000,
    layers: [
      { kind: 'piece', piece: words, x: 320, y: 78, edge: 640 },
      { kind: 'piece', piece: [tigerHead()], x: 320, y: 68, edge: 132 },
    ],
  }
}

export const scenes: readonly SceneArtwork[] = [...goldenTiger, lockup(), ...banners]
