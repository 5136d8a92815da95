/**
 * Assembles what the server serves below `/art/`: the files of `assets/`, the packages' fonts and their style sheets.
 */

import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { ArtManifest } from '../../src/domain/art-manifest.ts'
import { assetsFolder, exists, readAssets, writeWhole, type AssetsManifest } from './assets.ts'
import { attributions } from './attributions.ts'
import { writeFonts, type FontEntries } from './fonts.ts'

/** Writes the files and `manifest.json` into `outDir`, and removes files that the manifest does not name. */
export async function assembleArt(outDir: string): Promise<ArtManifest> {
  await mkdir(outDir, { recursive: true })
  const assets = await readAssets()
  const files = Object.values(assets.pictures).flatMap((asset) => asset?.file ?? [])
  const copying = files.map(async (file) => {
    // The name contains the hash of the content, so an existing file is the same.
    if (!(await exists(join(outDir, file)))) await copyFile(join(assetsFolder, file), join(outDir, file))
  })
  const [fonts] = await Promise.all([writeFonts(assets, join(outDir, 'fonts')), ...copying])
  const manifest = manifestOf(assets, fonts)
  await writeWhole(join(outDir, 'manifest.json'), JSON.stringify(manifest, null, 1))
  const wanted = new Set([...files, 'manifest.json', 'fonts'])
  const strays = (await readdir(outDir)).filter((name) => !wanted.has(name.replace(/\.(br|gz)$/u, '')))
  await Promise.all(strays.map((name) => rm(join(outDir, name), { force: true })))
  return manifest
}

function manifestOf(assets: AssetsManifest, fonts: FontEntries): ArtManifest {
  const entries: Record<string, unknown> = {}
  const sizes: Record<string, readonly [number, number]> = {}
  for (const [name, asset] of Object.entries(assets.pictures)) {
    if (asset === undefined) continue
    const url = `/art/${asset.file}`
    if ('frames' in asset) {
      const { edge, bytes, frames, pivots } = asset
      entries[name] = { url, size: edge, bytes, frames, ...(pivots === undefined ? {} : { pivots }) }
    } else {
      entries[name] = url
      sizes[name] = asset.size
    }
  }
  return { ...entries, ...fonts, sizes, attributions } as ArtManifest
}
