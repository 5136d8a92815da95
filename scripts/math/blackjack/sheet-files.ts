import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { CatalogueSeatGame } from '#domain/games/seat-games.ts'
import { blackjackPageOf } from './page.ts'
import { blackjackSheetOf } from './sheet.ts'

const folder = new URL('../../../docs/par/table/', import.meta.url)

type Sheeted = Pick<CatalogueSeatGame, 'game' | 'names'>

/** The files of the sheet: name in `docs/par/table` and contents. */
function filesOf(entry: Sheeted): { name: string; contents: string }[] {
  const sheet = blackjackSheetOf(entry)
  return [
    { name: `${sheet.code}.json`, contents: `${JSON.stringify(sheet, null, 1)}\n` },
    { name: `${sheet.code}.md`, contents: blackjackPageOf(sheet) },
  ]
}

/** Writes the sheet; returns the paths. */
export async function writeBlackjackSheet(entry: Sheeted): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = filesOf(entry)
  for (const { name, contents } of files) await writeFile(new URL(name, folder), contents)
  return files.map(({ name }) => `docs/par/table/${name}`)
}

/** The paths of those files that are missing or differ from the mathematics. */
export async function staleBlackjackSheet(entry: Sheeted): Promise<string[]> {
  const stale: string[] = []
  for (const { name, contents } of filesOf(entry)) {
    const committed = await readFile(new URL(name, folder), 'utf8').catch(() => null)
    if (committed !== contents) stale.push(`docs/par/table/${name}`)
  }
  return stale
}
