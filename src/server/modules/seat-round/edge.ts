import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { blackjackHashOf, type BlackjackGame } from '#domain/games/blackjack/game.ts'

const sheets = join(import.meta.dirname, '../../../../docs/par/table')
const sheet = z.object({
  mathHash: z.string(),
  bets: z.array(z.object({ code: z.string(), edgePercent: z.string() })),
})
const cached = new Map<string, string>()

/** What the house keeps of the first stake with the published strategy, in percent, four decimals, from the par sheet of the game's mathematics. */
export function edgeOf(game: BlackjackGame): string {
  const known = cached.get(game.code)
  if (known !== undefined) return known
  const { mathHash, bets } = sheet.parse(JSON.parse(readFileSync(join(sheets, `${game.code}.json`), 'utf8')))
  const edge = bets.find(({ code }) => code === 'hand')?.edgePercent
  if (mathHash !== blackjackHashOf(game) || edge === undefined)
    throw new Error(`the par sheet of ${game.code} is of other mathematics`)
  cached.set(game.code, edge)
  return edge
}
