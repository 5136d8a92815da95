import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Machine } from './machines.ts'
import { measurementPath } from './measurement.ts'
import { parPageOf } from './par-page.ts'
import { parSheetOf, winHistogramsOf } from './par.ts'
import { returnsOf } from './returns.ts'

const folder = new URL('../../docs/par/', import.meta.url)

/**
 * The files of a machine's par sheet, computed from its data: name in `docs/par` and contents. The histograms are a file of
 * their own, because the game window loads the sheet. None for a machine
 * that needs a measurement and has none.
 */
export function parFilesOf(entry: Machine): { name: string; contents: string }[] {
  if (!returnsOf(entry.game)) return []
  const sheet = parSheetOf(entry)
  const { code } = entry.game
  const histograms = winHistogramsOf(entry.game)
  return [
    { name: `${code}.json`, contents: `${JSON.stringify(sheet, null, 1)}\n` },
    { name: `${code}.md`, contents: parPageOf(sheet) },
    ...(histograms ? [{ name: `${code}.wins`, contents: `${JSON.stringify(histograms, null, 1)}\n` }] : []),
  ]
}

/** Writes the par sheet of a game to `docs/par`. */
export async function writePar(entry: Machine): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = parFilesOf(entry)
  for (const { name, contents } of files) await writeFile(new URL(name, folder), contents)
  return files.map(({ name }) => `docs/par/${name}`)
}

/** The names of those files that are missing or do not match the mathematics, a missing measurement among them. */
export async function stalePar(entry: Machine): Promise<string[]> {
  if (!returnsOf(entry.game)) return [measurementPath(entry.game)]
  const stale: string[] = []
  for (const { name, contents } of parFilesOf(entry)) {
    const committed = await readFile(new URL(name, folder), 'utf8').catch(() => null)
    if (committed !== contents) stale.push(`docs/par/${name}`)
  }
  return stale
}
