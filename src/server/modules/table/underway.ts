import type { Deps } from '#server/deps.ts'
import { createBatcher, type Batcher } from '#server/ledger/batcher.ts'
import { readBets, readRoundUnderway, type RoundRow, type Seat, type SpotTotal } from './store.ts'

/** The round in progress of a table with the stakes in it; null and nothing between rounds. */
export type Underway = { round: RoundRow | null; bets: { totals: SpotTotal[]; seats: Seat[] } }

type UnderwayDeps = Pick<Deps, 'db'>

const batchers = new WeakMap<UnderwayDeps['db'], Batcher<number, Underway>>()

/**
 * Reads what is underway at a table. Calls that arrive while it is read for others share the next read, which begins after them, so none gets anything
 * older than a read of its own: 200 polls of a round with 1 000 stakes cost one read at a time.
 */
export function readUnderway({ db }: UnderwayDeps, tableId: number): Promise<Underway> {
  const known = batchers.get(db)
  const batcher =
    known ??
    createBatcher<number, Underway>({
      lanes: 8,
      mostTogether: 1_000,
      mostWaiting: 10_000,
      run: (tableIds) => readAll(db, tableIds),
    })
  if (!known) batchers.set(db, batcher)
  return batcher.add(BigInt(tableId), tableId)
}

async function readAll(db: UnderwayDeps['db'], tableIds: readonly number[]): Promise<Underway[]> {
  const found = new Map<number, Promise<Underway>>()
  for (const tableId of tableIds) if (!found.has(tableId)) found.set(tableId, readOne(db, tableId))
  return Promise.all(tableIds.flatMap((tableId) => found.get(tableId) ?? []))
}

async function readOne(db: UnderwayDeps['db'], tableId: number): Promise<Underway> {
  const round = await readRoundUnderway(db, tableId)
  return { round, bets: await readBets(db, round?.id ?? null) }
}
