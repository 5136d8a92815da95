import { randomBytes } from 'node:crypto'
import { chainLinks } from '#domain/games/table/chain.ts'
import { isShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import type { AppSecret } from '#server/config.ts'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Tx } from './ledger.ts'
import { ownerOfChain, sha256 } from './table-draw.ts'

type Config = { secret: AppSecret }

/** How many links a new chain has: some years of shoes, or some months of rounds with a link each. */
function lengthOfChain(game: TableGame): number {
  return isShoeGame(game) ? 10_000 : 100_000
}

/** Adds a chain to a table, which its next series begins; `next` is its first link, and `previous` its end, which is published. */
export async function addChain(
  tx: Tx,
  config: Config,
  { tableId, game, lastLink = randomBytes(32) }: { tableId: number; game: TableGame; lastLink?: Buffer },
): Promise<{ id: number; next: number; previous: Uint8Array }> {
  const publicId = uuid()
  const length = lengthOfChain(game)
  const [end = lastLink] = chainLinks({ last: lastLink, length }, { from: 0, to: 0 }, sha256)
  const { keyId, encrypted } = createEncryption(config).encrypt(ownerOfChain({ tableId, publicId }), lastLink)
  const { rows } = await sql<{ id: number }>`
    SELECT table_add_chain(${tableId}::smallint, ${publicId}::uuid, ${length}::int, ${end}::bytea, ${encrypted}::bytea, ${keyId}) AS id`.execute(
    tx,
  )
  return { id: rows[0]?.id ?? 0, next: 1, previous: end }
}

/**
 * After a restore: adds a chain to every table that has one, because links of that may have been published since. The dealer ends the series of the
 * old one without bets. Returns how many.
 */
export async function renewChains(tx: Tx, config: Config): Promise<number> {
  const { rows } = await sql<{ tableId: number; code: string }>`
    SELECT t.id AS "tableId", t.game_code AS code FROM game_table t WHERE EXISTS (SELECT FROM table_chain c WHERE c.table_id = t.id) ORDER BY t.id`.execute(
    tx,
  )
  for (const { tableId, code } of rows) {
    const entry = tableByCode(code)
    if (entry) await addChain(tx, config, { tableId, game: entry.game })
  }
  return rows.length
}
