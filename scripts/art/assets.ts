/**
 * The committed folder `assets/`: pictures and cut fonts as `npm run art` drew them, and `manifest.json`, which holds
 * for each the hash of the sources it was drawn from. The programs only copy these files; nothing draws at a start.
 */

import { createHash } from 'node:crypto'
import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { ArtAtlas, ArtFrame } from '../../src/domain/art-manifest.ts'

export const assetsFolder = fileURLToPath(new URL('../../assets/', import.meta.url))

/** `key` is the hash of the sources; `size` is in CSS pixels, `edge` and `frames` in pixels of the file. */
export type PictureAsset = { readonly key: string; readonly file: string; readonly bytes: number } & (
  | { readonly size: readonly [width: number, height: number] }
  | {
      readonly edge: number
      readonly frames: Readonly<Record<string, ArtFrame>>
      readonly pivots?: NonNullable<ArtAtlas['pivots']>
    }
)

/** A part of a typeface; `letters` are the letters it contains. */
export type FontAsset = { readonly key: string; readonly file: string; readonly letters: string }

export type AssetsManifest = {
  readonly pictures: Readonly<Record<string, PictureAsset | undefined>>
  readonly fonts: Readonly<Record<string, FontAsset | undefined>>
}

/** An empty manifest where there is none, or a truncated one: then everything is drawn again. */
export async function readAssets(folder = assetsFolder): Promise<AssetsManifest> {
  try {
    return JSON.parse(await readFile(`${folder}/manifest.json`, 'utf8')) as AssetsManifest
  } catch {
    return { pictures: {}, fonts: {} }
  }
}

export function digest(of: Uint8Array | string): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 10)
}

/** The digest of sources below `scripts/art`, without comments, and of package versions. */
export async function digestSources(sources: readonly string[], packages: readonly string[]): Promise<string> {
  const texts = sources.map(async (name) => {
    const text = await readFile(new URL(name, import.meta.url), 'utf8')
    return text.replaceAll(/^\s*(?:\/\/|\/\*|\*).*\n/gmu, '')
  })
  const versions = packages.map(async (name) => {
    const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
    return `${name}@${(JSON.parse(await readFile(file, 'utf8')) as { version: string }).version}`
  })
  return digest((await Promise.all([...texts, ...versions])).join('\n'))
}

/** Written under another name first, so that no reader gets a partial file. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const part = `${path}.${process.pid}.part`
  await writeFile(part, bytes)
  await rename(part, path)
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
