/** The banners of the home page. */

import type { Layer, SceneArtwork } from './artwork.ts'
import { paintedFan } from './drawings/beasts.ts'
import { koi } from './drawings/koi.ts'
import { lotus } from './drawings/lotus.ts'
import { pearlAt, shellBack, shellFront } from './drawings/pearl.ts'
import { tiger } from './drawings/tiger.ts'
import { diePiece, sealPiece } from './heroes.ts'
import type { Piece } from './piece.ts'
import { scene } from './scene.ts'
import { coinPiece } from './symbols.ts'
import { hues } from './tiles.ts'

const { jaw, head } = tiger()
const tigerPiece: Piece = [...jaw, ...head]
const shellPiece: Piece = [...shellBack, ...pearlAt(256, 250, 86), ...shellFront]

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

export const banners: readonly SceneArtwork[] = [
  banner(
    { ...wide, name: 'banner/tiger' },
    'wine',
    [
      standing(turned(coinPiece, -16), 924, 180, 146),
      standing(turned(coinPiece, 24), 1290, 92, 116),
      standing(tigerPiece, 1104, 132, 288),
      standing(turned(coinPiece, 12), 1000, 214, 100),
    ],
    [1104, 128],
  ),
  banner(
    { ...phone, name: 'banner/tiger-phone' },
    'wine',
    [standing(tigerPiece, 318, 86, 164), standing(turned(coinPiece, -14), 246, 146, 62)],
    [318, 86],
  ),
  banner(
    { ...wide, name: 'banner/lotus' },
    'teal',
    [
      standing(lotus(), 920, 168, 190),
      standing(lotus(), 1294, 176, 170),
      standing(koi, 1104, 128, 290),
      standing(shellPiece, 996, 206, 116),
    ],
    [1104, 128],
  ),
  banner(
    { ...phone, name: 'banner/lotus-phone' },
    'teal',
    [standing(koi, 318, 86, 164), standing(lotus(), 246, 146, 84)],
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
      standing(paintedFan, 1104, 116, 400),
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
      standing(paintedFan, 308, 84, 200),
      standing(turned(coinPiece, 14), 338, 138, 62),
      standing(turned(coinPiece, -12), 276, 142, 70),
    ],
    [308, 84],
  ),
]
