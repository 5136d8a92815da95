/**
 * The pictures of a machine: the atlas of its symbols, its tile, the scenes behind the reels and the lockup of its
 * title. What differs between machines is in `machines/<code>/art.ts`, found by the codes of the catalogue; names and
 * seeds follow from the code.
 */

import { catalogue } from '#domain/games/catalogue.ts'
import type { Artwork, Layer, SceneArtwork } from './artwork.ts'
import { centred } from './letters.ts'
import type { Part, Piece } from './piece.ts'
import { scene, type SceneForm } from './scene.ts'
import { hues, tile } from './tiles.ts'

type Hue = keyof typeof hues

/** The form of a scene, without the fields that are the same for all machines. */
type Backdrop = Omit<SceneForm, 'width' | 'height' | 'seed' | 'hue'>

export type MachineArt = {
  /** By symbol id, in the order of the atlas. */
  readonly symbols: Readonly<Record<string, Piece>>
  readonly tile: { readonly hue: Hue; readonly hero: Piece }
  /** The middle of a scene stays quiet, for the reels stand there. `wide` is 1400 x 800, `portrait` 900 x 1600. */
  readonly scene: {
    readonly hue: Hue
    readonly wide: { readonly backdrop: Backdrop; readonly layers: readonly Layer[] }
    readonly portrait: { readonly backdrop: Backdrop; readonly layers: readonly Layer[] }
  }
  /** The title in capitals with its size, and the part above its middle. */
  readonly logo: { readonly title: string; readonly size: number; readonly head: Part }
}

/** The pictures of every machine of the catalogue. */
export const machineArtworks: readonly Artwork[] = (
  await Promise.all(catalogue.map(async ({ game }) => artworksOf(game.code, await artOf(game.code))))
).flat()

async function artOf(code: string): Promise<MachineArt> {
  const { art } = (await import(`./machines/${code}/art.ts`)) as { art: MachineArt }
  return art
}

function artworksOf(code: string, art: MachineArt): Artwork[] {
  return [
    { kind: 'atlas', name: `atlas/${code}`, size: 256, columns: 4, quality: 86, frames: art.symbols },
    tile({ name: `tile/${code}`, ...art.tile }),
    ...scenes(code, art.scene),
    lockup(code, art.logo),
  ]
}

function scenes(code: string, { hue, wide, portrait }: MachineArt['scene']): SceneArtwork[] {
  const forms = [
    { name: `scene/${code}`, seed: `${code}-wide`, width: 1400, height: 800, density: 1.3, quality: 66, ...wide },
    {
      name: `scene/${code}-portrait`,
      seed: `${code}-tall`,
      width: 900,
      height: 1600,
      density: 1,
      quality: 64,
      ...portrait,
    },
  ]
  return forms.map(({ name, seed, width, height, density, quality, backdrop, layers }) => ({
    kind: 'scene',
    name,
    width,
    height,
    density,
    format: 'webp',
    quality,
    maxBytes: 110_000,
    layers: [{ kind: 'svg', svg: scene({ width, height, seed, hue: hues[hue], ...backdrop }) }, ...layers],
  }))
}

/** The title between two rules, the head above the middle: 640 x 220, transparent. */
function lockup(code: string, { title, size, head }: MachineArt['logo']): SceneArtwork {
  // The board of a piece is square; 512 units are the lockup's whole width.
  const words: Piece = [
    {
      kind: 'carved',
      shape: centred(title, { x: 256, y: 336, size, weight: 900, spacing: 2 }),
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
    name: `logo/${code}`,
    width: 640,
    height: 220,
    density: 1.5,
    format: 'webp',
    quality: 80,
    maxBytes: 60_000,
    layers: [
      { kind: 'piece', piece: words, x: 320, y: 78, edge: 640 },
      { kind: 'piece', piece: [head], x: 320, y: 68, edge: 132 },
    ],
  }
}
