import type { Database } from '#server/db/pool.ts'
import { createSharedRead } from './shared-read.ts'
import {
  readBets,
  readRoundUnderway,
  readTable,
  type GameTable,
  type RoundRow,
  type Seat,
  type SpotTotal,
} from './store.ts'

/** The round in progress of a table with the stakes in it; null and nothing between rounds. */
export type Underway = { round: RoundRow | null; bets: { totals: SpotTotal[]; seats: Seat[] } }

/** Reads what is underway at a table: 200 polls of a round with 1 000 stakes cost one read at a time. */
export const readUnderway = createSharedRead<number, Underway>(BigInt, async (db, tableIds) => {
  const found = new Map<number, Promise<Underway>>()
  for (const tableId of tableIds) if (!found.has(tableId)) found.set(tableId, readOne(db, tableId))
  return Promise.all(tableIds.flatMap((tableId) => found.get(tableId) ?? []))
})

async function readOne(db: Database, tableId: number): Promise<Underway> {
  const round = await readRoundUnderway(db, tableId)
  return { round, bets: await readBets(db, round?.id ?? null) }
}

/** The table of a game in a brand, as `readTable` reads it. */
export const readSharedTable = createSharedRead<{ brandId: number; code: string }, GameTable | null>(
  ({ brandId }) => BigInt(brandId),
  async (db, keys) => {
    const found = new Map<string, Promise<GameTable | null>>()
    const nameOf = ({ brandId, code }: (typeof keys)[number]): string => `${brandId} ${code}`
    for (const key of keys) if (!found.has(nameOf(key))) found.set(nameOf(key), readTable(db, key.brandId, key.code))
    return Promise.all(keys.map((key) => found.get(nameOf(key)) ?? null))
  },
)
