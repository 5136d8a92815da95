/**
 * The pictures of a machine: the atlas of its symbols and that of their layers, its tile, its scenes, its frame, and
 * in each language the lettering of its tile and its title. What differs between machines is in `machines/<code>/art.ts`;
 * names and seeds follow from the code. A machine's pictures may exist before the lobby lists it.
 */

import { readdir } from 'node:fs/promises'

import type { Artwork, AtlasArtwork, Layer, SceneArtwork } from './artwork.ts'
import { framePicture, type FrameForm } from './frame.ts'
import { letteringPicture } from './lettering.ts'
import { centredWord } from './letters.ts'
import type { Piece } from './piece.ts'
import { layersOf, plateOf, wholeSymbol, type SymbolArt } from './symbol-layers.ts'
import { tile, type Tile } from './tiles.ts'
import { inOneLine, pictureLocales, type PictureLocale, type Title } from './words.ts'

/**
 * A place in layers that the window moves against each other: `back` is opaque and whole by itself, `middle` and `near` are
 * transparent. `feature` and `featureMiddle` replace back and middle during a feature. The middle stays quiet, for the
 * reels stand there.
 */
export type Scenery = Readonly<Record<'back' | 'middle' | 'near' | 'feature' | 'featureMiddle', readonly Layer[]>>

export type MachineArt = {
  readonly title: Title
  /** By symbol id, in the order of the atlas. */
  readonly symbols: Readonly<Record<string, SymbolArt>>
  /** Without its lettering, which is a picture of its own in each language. */
  readonly tile: Omit<Tile, 'name' | 'title'>
  /** `wide` is 1400 x 800, `portrait` 900 x 1600. */
  readonly scene: { readonly wide: Scenery; readonly portrait: Scenery }
  readonly frame: FrameForm
  /** What stands above the middle of the title, on a square. */
  readonly crest: Piece
  /** Points of quality that its atlases and scenes do without, where they would weigh more than a machine may. */
  readonly thrift?: number
  /** What a pick opens, before and after; of machines that have a pick. */
  readonly pick?: { readonly closed: Piece; readonly open: Piece }
}

const sceneLayers = [
  ['', 'back', 44_000],
  ['-middle', 'middle', 30_000],
  ['-near', 'near', 44_000],
  ['-feature', 'feature', 44_000],
  ['-feature-middle', 'featureMiddle', 30_000],
] as const

const codes = (await readdir(new URL('machines', import.meta.url))).toSorted()

/** The pictures of every machine that has any. */
export const machineArtworks: readonly Artwork[] = (
  await Promise.all(codes.map(async (code) => artworksOf(code, await artOf(code))))
).flat()

async function artOf(code: string): Promise<MachineArt> {
  const { art } = (await import(`./machines/${code}/art.ts`)) as { art: MachineArt }
  return art
}

function artworksOf(code: string, art: MachineArt): Artwork[] {
  return [
    ...atlases(code, art),
    ...pickOf(code, art),
    ...pictureLocales.flatMap((locale) => wordsOf(code, art, locale)),
    tile({ name: `tile/${code}`, ...art.tile, title: 'apart' }),
    ...pictureLocales.map((locale) => letteringPicture(code, art.title, locale)),
    ...scenes(code, art),
    framePicture(code, art.frame),
    lockup(`logo/${code}`, art, 'en'),
    ...pictureLocales.map((locale) => lockup(`logo/${code}-${locale}`, art, locale)),
  ].filter(({ name }) => name !== `logo/${code}-en`)
}

function atlases(code: string, { symbols, thrift = 0 }: MachineArt): AtlasArtwork[] {
  const entries = Object.entries(symbols)
  const pivots = entries.flatMap(([id, { limb }]) => (limb === undefined ? [] : [[`${id}-limb`, limb.pivot] as const]))
  return [
    {
      kind: 'atlas',
      name: `atlas/${code}`,
      size: 256,
      columns: 4,
      quality: 82 - thrift,
      maxBytes: 200_000,
      frames: Object.fromEntries(entries.map(([id, symbol]) => [id, wholeSymbol(symbol)])),
    },
    {
      kind: 'atlas',
      name: `layers/${code}`,
      size: 256,
      columns: 5,
      quality: 76 - thrift,
      maxBytes: 245_000,
      frames: Object.assign({}, ...entries.map(([id, symbol]) => layersOf(id, symbol))) as AtlasArtwork['frames'],
      pivots: Object.fromEntries(pivots),
    },
  ]
}

/** The box of a pick, closed and open, for `pick-scene.tsx` of the window. */
function pickOf(code: string, { pick }: MachineArt): AtlasArtwork[] {
  if (pick === undefined) return []
  return [
    {
      kind: 'atlas',
      name: `pick/${code}`,
      size: 320,
      columns: 2,
      quality: 80,
      maxBytes: 44_000,
      frames: { closed: { piece: pick.closed, edge: 320 }, open: { piece: pick.open, edge: 320 } },
    },
  ]
}

function wordsOf(code: string, { symbols }: MachineArt, locale: PictureLocale): AtlasArtwork[] {
  const worded = Object.entries(symbols).filter(([, symbol]) => symbol.word !== undefined)
  if (worded.length === 0) return []
  return [
    {
      kind: 'atlas',
      name: `words/${code}-${locale}`,
      size: 256,
      columns: 2,
      quality: 80,
      maxBytes: 16_000,
      frames: Object.fromEntries(
        worded.map(([id, symbol]) => [`${id}-word`, { piece: plateOf(symbol, locale), edge: 256 }]),
      ),
    },
  ]
}

function scenes(code: string, { scene: { wide, portrait }, thrift = 0 }: MachineArt): SceneArtwork[] {
  const forms = [
    { end: '', width: 1400, height: 800, density: 1, scenery: wide },
    { end: '-portrait', width: 900, height: 1600, density: 0.8, scenery: portrait },
  ]
  return forms.flatMap(({ end, width, height, density, scenery }) =>
    sceneLayers.map(([layer, key, maxBytes]): SceneArtwork => ({
      kind: 'scene',
      name: `scene/${code}${layer}${end}`,
      width,
      height,
      // What is near is large and soft.
      density: key === 'near' ? density * 0.8 : density,
      format: 'webp',
      quality: 68 - thrift,
      maxBytes,
      layers: scenery[key],
    })),
  )
}

/** The title between two rules, the crest above the middle: 640 x 220, transparent. The window draws its shadow. */
function lockup(name: string, { title, crest }: MachineArt, locale: PictureLocale): SceneArtwork {
  const isLatin = locale === 'en' || locale === 'vn'
  // The board of a piece is square; 512 units are the lockup's whole width.
  const words: Piece = [
    {
      kind: 'carved',
      shape: centredWord(inOneLine(title, locale), locale, {
        x: 256,
        y: isLatin ? 342 : 351,
        size: isLatin ? 66 : 80,
        most: 476,
        spacing: 2,
      }),
      body: 'gold',
      bevel: 9,
      swell: 8,
      chisel: true,
      soften: 0.7,
      shadow: 0,
      exposure: 0.08,
    },
    {
      kind: 'carved',
      shape: '<path d="M52 273h130l8 2.500-8 2.500H52l-14-2.500ZM460 273H330l-8 2.500 8 2.500h130l14-2.500Z"/>',
      body: 'gold',
      bevel: 3,
      swell: 2,
      soften: 0.5,
      shadow: 0,
    },
  ]
  return {
    kind: 'scene',
    name,
    width: 640,
    height: 220,
    density: 1,
    format: 'webp',
    quality: 70,
    maxBytes: 24_000,
    layers: [
      { kind: 'piece', piece: words, x: 320, y: 78, edge: 640 },
      { kind: 'piece', piece: crest, x: 320, y: 58, edge: 114 },
    ],
  }
}
