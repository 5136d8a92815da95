import { leastBlackjackStake, mostLostUnits } from '#domain/games/blackjack/game.ts'
import type { CatalogueSeatGame } from '#domain/games/seat-games.ts'
import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { readTables } from '#server/modules/table/store.ts'

/** What a brand takes in rounds with decisions, and how long one may take. */
export type SeatLimits = {
  chips: Amount[]
  least: Amount
  most: Amount
  /** Every stake is a multiple of it. */
  step: Amount
  decisionSeconds: number
  /** Whether the brand offers the game now. */
  offered: boolean
}

/** The limits of a game in a brand; null where it has no table. Whatever is decided, a round never owes more than the exposure of the table. */
export async function readLimits(
  db: Database | Tx,
  brandId: number,
  { game }: CatalogueSeatGame,
): Promise<SeatLimits | null> {
  const [table] = await readTables(db, brandId, [game.code])
  if (table === undefined) return null
  const step = table.chips[0] ?? leastBlackjackStake(game)
  const bound = (table.exposure * BigInt(game.unitsPerStake)) / BigInt(mostLostUnits(game))
  const most = bound < table.mostStake ? bound - (bound % step) : table.mostStake
  return {
    chips: table.chips,
    least: table.leastStake,
    most,
    step,
    decisionSeconds: table.betSeconds,
    offered: table.offered,
  }
}
