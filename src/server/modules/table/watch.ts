import type { Deps } from '#server/deps.ts'
import { sql } from 'kysely'

/** How often a process records that a table is watched. */
const everyMs = 20_000

type WatchDeps = Pick<Deps, 'db' | 'events'>
const watched = new WeakMap<WatchDeps['events'], Map<number, number>>()

/** Records that somebody watches a table, at most every 20 s, and wakes one that rests. */
export async function watchTable({ db, events }: WatchDeps, tableId: number): Promise<void> {
  const last = watched.get(events) ?? new Map<number, number>()
  watched.set(events, last)
  const now = performance.now()
  if (now - (last.get(tableId) ?? -Infinity) < everyMs) return
  last.set(tableId, now)
  await sql`SELECT table_watch(${tableId}::smallint)`.execute(db)
  events.publish({ kind: 'table', tableId })
}
