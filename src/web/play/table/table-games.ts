import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { noCommissionBaccarat } from '#domain/games/table/no-commission-baccarat/game.ts'
import { speedBaccarat } from '#domain/games/table/speed-baccarat/game.ts'
import type { ShoeGame } from '#domain/games/table/table-game.ts'

/** The games that this window shows, by code. */
export const tableGames: Readonly<Record<string, ShoeGame>> = {
  [baccarat.code]: baccarat,
  [speedBaccarat.code]: speedBaccarat,
  [noCommissionBaccarat.code]: noCommissionBaccarat,
}
