import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { CatalogueTable } from '#domain/games/table/tables.ts'
import { tablePageOf } from './table-page.ts'
import { tableSheetOf } from './table-sheet.ts'

const folder = new URL('../../../docs/par/table/', import.meta.url)

type Sheeted = Pick<CatalogueTable, 'game' | 'names'>

/** The files of a table game's sheet: name in `docs/par/table` and contents. */
export function sheetFilesOf(entry: Sheeted): { name: string; contents: string }[] {
  const sheet = tableSheetOf(entry)
  return [
    { name: `${sheet.code}.json`, contents: `${JSON.stringify(sheet, null, 1)}\n` },
    { name: `${sheet.code}.md`, contents: tablePageOf(sheet) },
  ]
}

/** Writes the sheet of a table game; returns the paths. */
export async function writeSheet(entry: Sheeted): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = sheetFilesOf(entry)
  for (const { name, contents } of files) await writeFile(new URL(name, folder), contents)
  return files.map(({ name }) => `docs/par/table/${name}`)
}

/** The paths of those files that are missing or differ from the mathematics. */
export async function staleSheet(entry: Sheeted): Promise<string[]> {
  const stale: string[] = []
  for (const { name, contents } of sheetFilesOf(entry)) {
    const committed = await readFile(new URL(name, folder), 'utf8').catch(() => null)
    if (committed !== contents) stale.push(`docs/par/table/${name}`)
  }
  return stale
}
