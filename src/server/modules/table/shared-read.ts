import type { Database } from '#server/db/pool.ts'
import { createBatcher, type Batcher } from '#server/ledger/batcher.ts'

/**
 * A read that calls share: those that arrive while it is made for others share the next one, which begins after them, so none gets anything older than
 * a read of its own. `read` answers the keys in their order; `laneOf` says which reads wait for each other.
 */
export function createSharedRead<Key, Value>(
  laneOf: (key: Key) => bigint,
  read: (db: Database, keys: readonly Key[]) => Promise<(Value | Error)[]>,
): (db: Database, key: Key) => Promise<Value> {
  const batchers = new WeakMap<Database, Batcher<Key, Value>>()
  return (db, key) => {
    const known = batchers.get(db)
    const batcher =
      known ??
      createBatcher<Key, Value>({
        lanes: 8,
        mostTogether: 1_000,
        mostWaiting: 10_000,
        run: (keys) => read(db, keys),
      })
    if (!known) batchers.set(db, batcher)
    return batcher.add(laneOf(key), key)
  }
}
