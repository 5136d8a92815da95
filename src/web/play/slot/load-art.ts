import type { ArtAtlas, ArtManifest } from '#domain/art-manifest.ts'
import type { Game } from '#domain/games/game.ts'
import type { Locale } from '#i18n/locales.ts'
import { loadLetters } from '#web/play/kit/page-fonts.ts'
import { loadMechanics, type Mechanics } from './stage/mechanics.ts'
import type { LayerArt } from './stage/symbol-films.ts'

/** What a window loads before its machine can be shown. */
export type LoadedMachine = {
  /** With the words in the language of the page. */
  atlas: ArtAtlas
  picture: ImageBitmap
  /** The frame around the reels in nine parts; null where there is none. */
  frame: ImageBitmap | null
  mechanics: Mechanics
  /** Loads what its symbols move with, once the machine can be played; null where there is nothing. */
  loadLayers: () => Promise<LayerArt | null>
}

/** What the stage writes on coins, wilds and lines. */
const figures = '0123456789.,×₩ '

/** Loads what the stage writes on symbols and lines, in both weights. */
export async function loadFigures(): Promise<void> {
  const family = getComputedStyle(document.body).fontFamily
  await Promise.all([700, 800].map((weight) => loadLetters(`${weight} 20px ${family}`, figures)))
}

export async function loadMachine(
  manifest: ArtManifest,
  game: Game,
  atlas: ArtAtlas,
  locale: Locale,
): Promise<LoadedMachine> {
  const { code } = game
  const words = manifest[`words/${code}-${locale}`]
  const frameUrl = manifest[`frame/${code}`]
  const [symbols, written, frame, mechanics] = await Promise.all([
    loadPicture(atlas.url),
    words ? loadPicture(words.url).catch(() => null) : null,
    frameUrl ? loadPicture(frameUrl).catch(() => null) : null,
    loadMechanics(game),
    loadFigures(),
  ])
  const lettered = words && written ? await withWords(atlas, symbols, words, written) : { atlas, picture: symbols }
  const layers = manifest[`layers/${code}`]
  return {
    ...lettered,
    frame,
    mechanics,
    async loadLayers() {
      if (!layers) return null
      return {
        atlas: layers,
        picture: await loadPicture(layers.url),
        words: words && written ? { atlas: words, picture: written } : null,
        symbols: { atlas, picture: symbols },
      }
    },
  }
}

async function loadPicture(url: string): Promise<ImageBitmap> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return createImageBitmap(await response.blob())
}

/** Lays the words over their symbols, so that everything shows the same picture. */
async function withWords(
  atlas: ArtAtlas,
  symbols: ImageBitmap,
  words: ArtAtlas,
  written: ImageBitmap,
): Promise<{ atlas: ArtAtlas; picture: ImageBitmap }> {
  const canvas = new OffscreenCanvas(symbols.width, symbols.height)
  const context = canvas.getContext('2d')
  if (!context) return { atlas, picture: symbols }
  context.drawImage(symbols, 0, 0)
  for (const [id, [x, y, width, height]] of Object.entries(atlas.frames)) {
    const word = words.frames[`${id}-word`]
    if (word) context.drawImage(written, ...word, x, y, width, height)
  }
  const url = URL.createObjectURL(await canvas.convertToBlob())
  return { atlas: { ...atlas, url }, picture: await createImageBitmap(canvas) }
}

/** The title in the language of the page, or the one for all. */
export function logoOf(manifest: ArtManifest, code: string, locale: Locale): string | undefined {
  return manifest[`logo/${code}-${locale}`] ?? manifest[`logo/${code}`]
}
