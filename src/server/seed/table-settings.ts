import { leastChip } from '#domain/games/table/table-game.ts'
import { leastBlackjackStake } from '#domain/games/blackjack/game.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'

/** The settings of a table, which belong to the owner: `npm run table` (docs/decisions/043-shared-rounds.md). */

export type TableSettings = {
  betSeconds: number
  /** Ascending; every stake is a multiple of the first. */
  chips: readonly Amount[]
  leastStake: Amount
  mostStake: Amount
  exposure: Amount
  /** Whether the brand offers the table. */
  open: boolean
}

export type TableSet =
  | { status: 'success'; settings: TableSettings }
  /** Which rule the settings would break. */
  | { status: 'seconds' | 'chips' | 'stakes' | 'exposure' }
  | { status: 'unknown'; tables: string[] }

export const leastBetSeconds = 5
export const mostBetSeconds = 120

/** Reads the settings of a table by its name. */
export async function readTableSettings(db: Database, name: string): Promise<TableSet> {
  return db.transaction().execute((tx) => read(tx, name))
}

/**
 * Sets those that are named, audited as `table.set` with all settings after it. A round in progress keeps its close; its further placements are
 * judged by the new limits, those that are placed stay.
 */
export async function setTable(db: Database, name: string, wanted: Partial<TableSettings>): Promise<TableSet> {
  return db.transaction().execute(async (tx): Promise<TableSet> => {
    const row = await tx
      .selectFrom('game_table')
      .select(['id', 'brand_id', 'game_code'])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst()
    const before = await read(tx, name)
    if (row === undefined || before.status !== 'success') return before
    const settings = { ...before.settings, ...wanted }
    const fault = faultOf(row.game_code, settings)
    if (fault !== null) return { status: fault }
    const { betSeconds, chips, leastStake, mostStake, exposure, open } = settings
    await tx
      .updateTable('game_table')
      .set({ bet_seconds: betSeconds, chips: [...chips], least_stake: leastStake, most_stake: mostStake, exposure })
      .where('id', '=', row.id)
      .execute()
    if (open !== before.settings.open)
      await tx
        .updateTable('brand_game')
        .set({ used: open })
        .where('brand_id', '=', row.brand_id)
        .where('game_code', '=', row.game_code)
        .execute()
    await tx
      .insertInto('audit')
      .values({
        actor_kind: 'system',
        act: 'table.set',
        brand_id: row.brand_id,
        subject: name,
        detail: JSON.stringify({
          betSeconds,
          chips: chips.map(amountToWire),
          leastStake: amountToWire(leastStake),
          mostStake: amountToWire(mostStake),
          exposure: amountToWire(exposure),
          open,
        }),
      })
      .execute()
    return read(tx, name)
  })
}

/** The rule that settings break; null where they break none. */
function faultOf(code: string, settings: TableSettings): 'seconds' | 'chips' | 'stakes' | 'exposure' | null {
  const { betSeconds, chips, leastStake, mostStake, exposure } = settings
  if (!Number.isInteger(betSeconds) || betSeconds < leastBetSeconds || betSeconds > mostBetSeconds) return 'seconds'
  const least = leastChipOf(code)
  const [chip] = chips
  const isAscending = chips.every((one, index) => one > (chips[index - 1] ?? 0n))
  // Nothing is rounded: a chip is a multiple of the game's least one, and so of the first.
  if (chip === undefined || !isAscending || chip % least !== 0n) return 'chips'
  if (chips.some((one) => one % chip !== 0n)) return 'chips'
  if (leastStake < chip || leastStake % chip !== 0n || mostStake % chip !== 0n || mostStake < leastStake)
    return 'stakes'
  return exposure < mostStake ? 'exposure' : null
}

/** What every chip of a game is a multiple of. */
function leastChipOf(code: string): Amount {
  const seat = seatGameByCode(code)
  if (seat) return leastBlackjackStake(seat.game)
  const game = tableByCode(code)?.game
  if (game === undefined) throw new Error(`there is no table game ${code}`)
  return BigInt(leastChip(game))
}

async function read(tx: Tx, name: string): Promise<TableSet> {
  const row = await tx
    .selectFrom('game_table as t')
    .innerJoin('brand_game as g', (join) =>
      join.onRef('g.brand_id', '=', 't.brand_id').onRef('g.game_code', '=', 't.game_code'),
    )
    .select(['t.bet_seconds', 't.chips', 't.least_stake', 't.most_stake', 't.exposure', 'g.used'])
    .where('t.name', '=', name)
    .executeTakeFirst()
  if (row === undefined) {
    const tables = await tx.selectFrom('game_table').select('name').orderBy('id').execute()
    return { status: 'unknown', tables: tables.map((one) => one.name) }
  }
  return {
    status: 'success',
    settings: {
      betSeconds: row.bet_seconds,
      chips: row.chips.map(BigInt),
      leastStake: row.least_stake,
      mostStake: row.most_stake,
      exposure: row.exposure,
      open: row.used,
    },
  }
}
