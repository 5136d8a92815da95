import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Game } from '#domain/games/game.ts'

const program = fileURLToPath(new URL('recompute.py', import.meta.url))

/**
 * Compares the committed par sheet of a game with the program in Python, which knows only the data. `status` 0: the same to
 * 1e-9; 1: they differ; 2: the program does not know the mechanics. Throws where there is no sheet, or python3 cannot be
 * started.
 */
export function recompute(game: Game): { status: number; text: string } {
  const sheet = readFileSync(new URL(`../../docs/par/${game.code}.json`, import.meta.url), 'utf8')
  const { error, status, stdout, stderr } = spawnSync('python3', [program], {
    input: `{"game":${JSON.stringify(game)},"sheet":${sheet}}`,
    encoding: 'utf8',
    timeout: 300_000,
  })
  if (error) throw error
  return { status: status ?? 1, text: (stdout + stderr).trim() }
}
