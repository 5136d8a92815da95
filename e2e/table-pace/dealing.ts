import {
  paceOf as usualPaceOf,
  usualPace as usual,
  type GamePace,
  type TablePace,
} from '#domain/games/table/dealing.ts'

/** The rules of the dealer with a pace at which a round of a journey takes less than the usual half minute. */

export { nextAct, withoutBets } from '#domain/games/table/dealing.ts'

export const usualPace: Omit<TablePace, 'betMs' | 'dealMs'> = { ...usual, hashesMs: 800, saltsMs: 800, pauseMs: 4_000 }

/** Bets are open for as long as the journey needs; the cards take their usual time. */
export function paceOf(table: { betSeconds: number; game: GamePace }): TablePace {
  return { ...usualPaceOf(table), ...usualPace, betMs: Number(process.env['TABLE_BET_MS'] ?? 6_000) }
}
