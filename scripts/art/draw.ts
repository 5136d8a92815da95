/**
 * Draws the pictures and cuts the fonts of `assets/` whose sources have changed. A picture's key is the digest of its
 * recipe, of the engine's sources and of the libraries that draw it.
 */

import { mkdir, readdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import type { Rendered } from './artwork.ts'
import {
  assetsFolder,
  digest,
  digestSources,
  exists,
  readAssets,
  writeWhole,
  type AssetsManifest,
  type FontAsset,
  type PictureAsset,
} from './assets.ts'
import { catalogue, type AnyArtwork } from './catalogue.ts'
import { fontCuts, fontKey, holdsLetters, type FontCut } from './font-cuts.ts'
import { wheelSources } from './wheel-artwork.ts'

/** The sources whose change makes every picture stale: the engine, not the recipes. */
const engineSources = ['picture.ts', 'raster.ts', 'materials.ts', 'relief.ts', 'piece.ts', 'artwork.ts']
const engineLibraries = ['@resvg/resvg-js', 'sharp']

type Keyed<T> = { readonly of: T; readonly key: string }
export type Stale = { readonly pictures: readonly Keyed<AnyArtwork>[]; readonly fonts: readonly Keyed<FontCut>[] }

/** The entries that must be drawn again: their sources have changed, or their file is missing. */
export async function findStale(manifest: AssetsManifest, folder = assetsFolder): Promise<Stale> {
  const engine = await digestSources(engineSources, engineLibraries)
  const bodies = await digestSources([...engineSources, ...wheelSources], engineLibraries)
  const keyOf = (of: AnyArtwork) => digest((of.kind === 'wheel' ? bodies : engine) + JSON.stringify(of))
  const pictures = catalogue.map((of) => ({ of, key: keyOf(of) }))
  const isKept = async (known: { key: string; file: string } | undefined, key: string): Promise<boolean> =>
    known?.key === key && (await exists(join(folder, known.file)))
  const stalePictures = await filter(pictures, async ({ of, key }) => !(await isKept(manifest.pictures[of.name], key)))
  const cuts = await fontCuts()
  const fonts = cuts.map((of) => ({ of, key: '' }))
  const key = await fontKey()
  const staleFonts = await filter(fonts, async ({ of }) => {
    const known = manifest.fonts[of.name]
    return !(await isKept(known, key)) || !holdsLetters(of, cuts, manifest.fonts)
  })
  return { pictures: stalePictures, fonts: staleFonts.map(({ of }) => ({ of, key })) }
}

async function filter<T>(all: readonly T[], isWanted: (one: T) => Promise<boolean>): Promise<T[]> {
  const wanted = await Promise.all(all.map(isWanted))
  return all.filter((_one, index) => wanted[index])
}

export type DrawOptions = {
  readonly folder?: string
  /** Draws everything, whether its sources have changed or not. */
  readonly isForced?: boolean
  readonly onProgress?: (line: string) => void
}

/** Draws what is stale, writes `manifest.json` and removes files that it does not name. Returns the names drawn. */
export async function drawAssets(options: DrawOptions = {}): Promise<string[]> {
  const { folder = assetsFolder, isForced = false, onProgress = () => {} } = options
  await mkdir(join(folder, 'fonts'), { recursive: true })
  const before = await readAssets(folder)
  const stale = await findStale(isForced ? { pictures: {}, fonts: {} } : before, folder)
  const pictures: Record<string, PictureAsset | undefined> = { ...before.pictures }
  const fonts: Record<string, FontAsset | undefined> = { ...before.fonts }
  const drawn: string[] = []
  const keep = async (name: string, file: string, bytes: Uint8Array) => {
    await writeWhole(join(folder, file), bytes)
    drawn.push(name)
    onProgress(`${drawn.length}/${stale.pictures.length + stale.fonts.length} ${name} ${kib(bytes.length)}`)
    return { file, bytes: bytes.length }
  }
  const drawing = drawAll(stale.pictures, async ({ of, key }, rendered) => {
    const file = `${of.name.replaceAll('/', '-')}.${digest(rendered.bytes)}.${rendered.extension}`
    const kept = { key, ...(await keep(of.name, file, rendered.bytes)) }
    pictures[of.name] =
      of.kind === 'atlas'
        ? {
            ...kept,
            edge: of.size,
            frames: rendered.frames ?? {},
            ...(of.pivots === undefined ? {} : { pivots: of.pivots }),
          }
        : { ...kept, size: [of.width, of.height] }
  })
  for (const { of, key } of stale.fonts) {
    const bytes = await of.cut(of.letters)
    const { file } = await keep(`fonts/${of.name}`, `fonts/${of.name}.${digest(bytes)}.woff2`, bytes)
    fonts[of.name] = { key, file, letters: of.letters }
  }
  await drawing
  const manifest = {
    pictures: inOrder(pictures, catalogue),
    fonts: inOrder(fonts, await fontCuts()),
  }
  await writeWhole(join(folder, 'manifest.json'), manifestText(manifest))
  await removeStrays(folder, manifest)
  return drawn
}

/** The entries that are still named, in the order of the list of names. */
function inOrder<T>(entries: Readonly<Record<string, T>>, names: readonly { name: string }[]): Record<string, T> {
  return Object.fromEntries(names.flatMap(({ name }) => (entries[name] === undefined ? [] : [[name, entries[name]]])))
}

/** One line per entry, so that concurrent changes conflict only in the same entry. */
function manifestText(manifest: AssetsManifest): string {
  const lines = (entries: object) =>
    Object.entries(entries)
      .map(([name, entry]) => `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
      .join(',\n')
  return `{\n "pictures": {\n${lines(manifest.pictures)}\n },\n "fonts": {\n${lines(manifest.fonts)}\n }\n}\n`
}

/** The names that the manifest wants in the folder, relative to it. */
export function filesOf(manifest: AssetsManifest): string[] {
  const named = [...Object.values(manifest.pictures), ...Object.values(manifest.fonts)]
  return ['manifest.json', ...named.flatMap((asset) => asset?.file ?? [])]
}

async function removeStrays(folder: string, manifest: AssetsManifest): Promise<void> {
  const wanted = new Set(filesOf(manifest))
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const strays = files.filter((path) => !wanted.has(path.slice(join(folder, '/').length).replaceAll('\\', '/')))
  await Promise.all(strays.map((path) => rm(path, { force: true })))
}

/**
 * Distributes the artworks to one thread per core, the most expensive first, so that all threads end at about the same
 * time.
 */
async function drawAll(
  artworks: readonly Keyed<AnyArtwork>[],
  finish: (artwork: Keyed<AnyArtwork>, rendered: Rendered) => Promise<void>,
): Promise<void> {
  const queue = artworks.toSorted((a, b) => cost(b.of) - cost(a.of))
  const threads = Math.min(queue.length, availableParallelism(), 4)
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(new URL('worker.ts', import.meta.url))
      try {
        for (let next = queue.shift(); next !== undefined; next = queue.shift())
          await finish(next, await render(worker, next.of))
      } finally {
        await worker.terminate()
      }
    }),
  )
}

function cost(artwork: AnyArtwork): number {
  if (artwork.kind === 'text') return 0
  if (artwork.kind === 'atlas')
    return Object.values(artwork.frames).reduce((sum, cell) => sum + cell.edge ** 2 * 4 * cell.piece.length, 0)
  // A line of sight costs as much as some hundred pixels of a flat picture.
  if (artwork.kind === 'wheel') return artwork.width * artwork.height * artwork.density ** 2 * 100
  const pieces = artwork.layers.map((layer) =>
    layer.kind === 'piece' ? (layer.edge * artwork.density) ** 2 * layer.piece.length : 0,
  )
  return artwork.width * artwork.height * artwork.density ** 2 + pieces.reduce((sum, piece) => sum + piece, 0)
}

type Answer = { readonly name: string } & ({ readonly rendered: Rendered } | { readonly error: string })

function render(worker: Worker, artwork: AnyArtwork): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown) => reject(error instanceof Error ? error : new Error(String(error)))
    worker.once('error', onError)
    worker.once('message', (answer: Answer) => {
      worker.off('error', onError)
      if ('error' in answer) reject(new Error(`${artwork.name} could not be drawn: ${answer.error}`))
      else resolve(answer.rendered)
    })
    worker.postMessage(artwork)
  })
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
