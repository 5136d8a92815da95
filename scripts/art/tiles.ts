/** Tiles of the lobby, 3:4: a scene in the game's hue and its hero. Titles are the site's, in five languages. */

import type { SceneArtwork } from './artwork.ts'
import type { Piece } from './piece.ts'
import { scene } from './scene.ts'
import type { SceneHue } from './scene.ts'
import { tigerHead } from './symbols.ts'

const tileWidth = 300
const tileHeight = 400

const hues = {
  amber: { light: '#c07a1c', sky: '#5b3208', far: '#6b3a12', near: '#120b07', gilt: '#f3cf83' },
} as const satisfies Record<string, SceneHue>

type Tile = { code: string; hue: SceneHue; hero: Piece; edge?: number; y?: number; glow?: string }

function tile({ code, hue, hero, edge = 262, y = 166, glow = '000000' }: Tile): SceneArtwork {
  const form = {
    width: tileWidth,
    height: tileHeight,
    seed: code,
    hue,
    centre: [150, 160],
    moon: 122,
    horizon: 0.62,
    peaks: 92,
    fade: 0.42,
  } as const
  return {
    kind: 'scene',
    name: `tile/${code}`,
    width: tileWidth,
    height: tileHeight,
    density: 2,
    format: 'webp',
    quality: 78,
    layers: [
      { kind: 'svg', svg: scene(form) },
      { kind: 'piece', piece: hero, x: 150, y, edge, glow: { tint: glow, radius: 16, opacity: 0.55 } },
    ],
  }
}

export const tiles: readonly SceneArtwork[] = [tile({ code: 'golden-tiger', hue: hues.amber, hero: [tigerHead] })]
