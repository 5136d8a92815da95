import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { tableHashOf, type TableGame } from '#domain/games/table/table-game.ts'

const sheets = join(import.meta.dirname, '../../../../docs/par/table')
const sheet = z.object({
  mathHash: z.string(),
  bets: z.array(z.object({ code: z.string(), edgePercent: z.string() })),
})
const cached = new Map<string, ReadonlyMap<string, string>>()

/** The exact edge of each spot in percent, four decimals, from the par sheet of the game's mathematics (`npm run math -- par`). */
export function edgesOf(game: TableGame): ReadonlyMap<string, string> {
  const known = cached.get(game.code)
  if (known) return known
  const { mathHash, bets } = sheet.parse(JSON.parse(readFileSync(join(sheets, `${game.code}.json`), 'utf8')))
  if (mathHash !== tableHashOf(game)) throw new Error(`the par sheet of ${game.code} is of other mathematics`)
  const edges = new Map(bets.map(({ code, edgePercent }) => [code, edgePercent]))
  cached.set(game.code, edges)
  return edges
}
