import { readFile, writeFile } from 'node:fs/promises'
import type { Game } from '#domain/games/game.ts'

/** Writes a game's strips as the source file that its data imports, keeping the file's docstring. */
export async function writeStrips(game: Game): Promise<string> {
  const path = `src/domain/games/slot/machines/${game.code}/strips.ts`
  const before = await readFile(path, 'utf8')
  const head = before.slice(0, before.indexOf('{') + 1)
  const sets = Object.entries(game.strips).map(
    ([name, strips]) => `  ${name}: [\n${strips.map((strip) => `    '${strip.join(' ')}',\n`).join('')}  ],\n`,
  )
  await writeFile(path, `${head}\n${sets.join('')}}\n`)
  return path
}
