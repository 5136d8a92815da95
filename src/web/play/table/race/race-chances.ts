import { statedChances } from '#domain/games/table/race/odds.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'

const known = new Map<string, ReadonlyMap<string, number>>()

/** The stated chance of each mark of a game, from 0 to 1; computed once. */
export function chancesOf(game: TableGame): ReadonlyMap<string, number> {
  const found = known.get(game.code)
  if (found || game.kind !== 'race') return found ?? new Map()
  const chances = statedChances(game.strengths)
  known.set(game.code, chances)
  return chances
}
