/**
 * The build of all art: `node scripts/art/build.ts`, or `buildArt` from the build of the whole house.
 * What did not change is not drawn again: each artwork's recipe, with the sources and libraries that draw it,
 * makes a key, and `cache.json` beside the files remembers which file each key gave.
 */

import { createHash } from 'node:crypto'
import { access, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

import type { ArtManifest } from '../../src/domain/art-manifest.ts'
import type { Artwork, Rendered } from './artwork.ts'
import { attributions } from './attributions.ts'
import { catalogue } from './catalogue.ts'
import type { FontEntries } from './fonts.ts'

/** The sources whose change makes every picture stale: the engine, not the recipes. */
const engineSources = ['picture.ts', 'raster.ts', 'materials.ts', 'relief.ts', 'piece.ts', 'artwork.ts']
const engineLibraries = ['@resvg/resvg-js', 'sharp']

export type BuildOptions = {
  /** Folder for the files and `manifest.json`; made when missing. */
  readonly outDir: string
  /** Called with one line per picture drawn and one at the end. */
  readonly onProgress?: (line: string) => void
}

export type BuildResult = {
  readonly manifest: ArtManifest
  readonly drawn: number
  readonly kept: number
  readonly elapsedMs: number
}

type Made = {
  readonly key: string
  readonly file: string
  readonly bytes: number
  readonly frames?: Rendered['frames']
}
type Cache = Record<string, Made | undefined>

/** Draws what is missing or stale, writes `manifest.json`, removes files nobody names any more. */
export async function buildArt({ outDir, onProgress = () => {} }: BuildOptions): Promise<BuildResult> {
  const started = performance.now()
  await mkdir(outDir, { recursive: true })
  const engine = await engineDigest()
  const cache = await readCache(outDir)
  const made: Record<string, Made> = {}
  const stale: Artwork[] = []
  const keys = new Map<string, string>()
  for (const artwork of catalogue) {
    const key = digest(engine + JSON.stringify(artwork))
    keys.set(artwork.name, key)
    const known = cache[artwork.name]
    if (known?.key === key && (await exists(join(outDir, known.file)))) made[artwork.name] = known
    else stale.push(artwork)
  }
  const fonts = pressFonts(join(outDir, 'fonts'))
  let done = 0
  await drawAll(stale, async (artwork, rendered) => {
    const file = `${artwork.name.replaceAll('/', '-')}.${digest(rendered.bytes)}.${rendered.extension}`
    await writeWhole(join(outDir, file), rendered.bytes)
    const frames = rendered.frames === undefined ? {} : { frames: rendered.frames }
    made[artwork.name] = { key: keys.get(artwork.name) ?? '', file, bytes: rendered.bytes.length, ...frames }
    done += 1
    onProgress(`art ${done}/${stale.length} ${artwork.name} ${kib(rendered.bytes.length)}`)
  })
  const manifest = manifestOf(made, await fonts)
  await writeWhole(join(outDir, 'cache.json'), JSON.stringify(made))
  await writeWhole(join(outDir, 'manifest.json'), JSON.stringify(manifest, null, 1))
  await removeStrays(outDir, made)
  const elapsedMs = Math.round(performance.now() - started)
  const kept = catalogue.length - stale.length
  onProgress(`art ready: ${stale.length} drawn, ${kept} kept, ${(elapsedMs / 1000).toFixed(1)} s`)
  return { manifest, drawn: stale.length, kept, elapsedMs }
}

function manifestOf(made: Readonly<Record<string, Made>>, fonts: FontEntries): ArtManifest {
  const entries: Record<string, unknown> = {}
  const sizes: Record<string, readonly [number, number]> = {}
  for (const artwork of catalogue) {
    const file = made[artwork.name]
    if (file === undefined) continue
    const url = `/art/${file.file}`
    if (artwork.kind === 'atlas') {
      entries[artwork.name] = { url, size: artwork.size, bytes: file.bytes, frames: file.frames ?? {} }
    } else {
      entries[artwork.name] = url
      sizes[artwork.name] = [artwork.width, artwork.height]
    }
  }
  return { ...entries, ...fonts, sizes, attributions } as ArtManifest
}

/** Hands the artworks out to a thread per core, the dearest first, so that none is left working alone at the end. */
async function drawAll(
  artworks: readonly Artwork[],
  finish: (artwork: Artwork, rendered: Rendered) => Promise<void>,
): Promise<void> {
  if (artworks.length === 0) return
  const queue = artworks.toSorted((a, b) => cost(b) - cost(a))
  const threads = Math.min(queue.length, Math.max(1, Math.min(4, availableParallelism())))
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(new URL('worker.ts', import.meta.url))
      try {
        for (let next = queue.shift(); next !== undefined; next = queue.shift())
          await finish(next, await ask(worker, next))
      } finally {
        await worker.terminate()
      }
    }),
  )
}

function cost(artwork: Artwork): number {
  if (artwork.kind === 'text') return 0
  if (artwork.kind === 'atlas') return Object.keys(artwork.frames).length * artwork.size * artwork.size * 4 * 3
  const pieces = artwork.layers.map((layer) =>
    layer.kind === 'piece' ? (layer.edge * artwork.density) ** 2 * layer.piece.length : 0,
  )
  return artwork.width * artwork.height * artwork.density ** 2 + pieces.reduce((sum, piece) => sum + piece, 0)
}

type Answer = { readonly name: string } & ({ readonly rendered: Rendered } | { readonly error: string })

function ask(worker: Worker, artwork: Artwork): Promise<Rendered> {
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

/** The type is cut in a thread of its own, beside the drawing. */
function pressFonts(outDir: string): Promise<FontEntries> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('fonts-worker.ts', import.meta.url), { workerData: outDir })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function engineDigest(): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const sources = await Promise.all(engineSources.map((name) => readFile(join(folder, name), 'utf8')))
  const libraries = await Promise.all(engineLibraries.map(versionOf))
  return digest([...sources, ...libraries].join('\n'))
}

async function versionOf(library: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../node_modules/${library}/package.json`, import.meta.url))
  return `${library}@${(JSON.parse(await readFile(path, 'utf8')) as { version: string }).version}`
}

async function readCache(outDir: string): Promise<Cache> {
  try {
    return JSON.parse(await readFile(join(outDir, 'cache.json'), 'utf8')) as Cache
  } catch {
    // No cache, or one cut short by a kill: everything is drawn again.
    return {}
  }
}

/** Under a name of its own first, so that a reader, or a second build beside this one, never meets half a file. */
async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const part = `${path}.${process.pid}.part`
  await writeFile(part, bytes)
  await rename(part, path)
}

async function removeStrays(outDir: string, made: Readonly<Record<string, Made>>): Promise<void> {
  const wanted: ReadonlySet<string> = new Set([
    ...Object.values(made).map((file) => file.file),
    'cache.json',
    'manifest.json',
    'fonts',
  ])
  // Files compressed beside their original live as long as it does.
  const strays = (await readdir(outDir)).filter(
    (name) => !wanted.has(name.replace(/\.(br|gz|zst)$/u, '')) && !name.endsWith('.part'),
  )
  await Promise.all(strays.map((name) => rm(join(outDir, name), { recursive: true, force: true })))
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function digest(of: Uint8Array | string): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 10)
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

if (import.meta.main) {
  const outDir = fileURLToPath(new URL('../../.build/art', import.meta.url))
  await buildArt({ outDir, onProgress: (line) => console.log(line) })
}
