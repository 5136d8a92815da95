import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { compile } from '#domain/games/slot/compiled.ts'
import { hasRoundDistribution } from './distribution.ts'
import type { Machine } from './machines.ts'
import { parPageOf } from './par-page.ts'
import { parSheetOf } from './par.ts'

const folder = new URL('../../docs/par/', import.meta.url)

/**
 * The two files of a machine's par sheet, computed from its data: name in `docs/par` and contents. None for a machine
 * whose rounds have no computed distribution.
 */
export function parFilesOf(entry: Machine): { name: string; contents: string }[] {
  if (!hasRoundDistribution(compile(entry.game))) return []
  const sheet = parSheetOf(entry)
  return [
    { name: `${entry.game.code}.json`, contents: `${JSON.stringify(sheet, null, 1)}\n` },
    { name: `${entry.game.code}.md`, contents: parPageOf(sheet) },
  ]
}

/** Writes the par sheet of a game to `docs/par`. */
export async function writePar(entry: Machine): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = parFilesOf(entry)
  for (const { name, contents } of files) await writeFile(new URL(name, folder), contents)
  return files.map(({ name }) => `docs/par/${name}`)
}

/** The names of those files that are missing or do not match the mathematics. */
export async function stalePar(entry: Machine): Promise<string[]> {
  const stale: string[] = []
  for (const { name, contents } of parFilesOf(entry)) {
    const committed = await readFile(new URL(name, folder), 'utf8').catch(() => null)
    if (committed !== contents) stale.push(`docs/par/${name}`)
  }
  return stale
}
