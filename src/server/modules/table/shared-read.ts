import type { Database } from '#server/db/pool.ts'
import { batcherOfEach, createBatcher } from '#server/ledger/batcher.ts'

/**
 * A read that calls share: those that arrive while it is made for others share the next one, which begins after them, so none gets anything older than
 * a read of its own. `read` answers the keys in their order; `laneOf` says which reads wait for each other.
 */
export function createSharedRead<Key, Value>(
  laneOf: (key: Key) => bigint,
  read: (db: Database, keys: readonly Key[]) => Promise<(Value | Error)[]>,
): (db: Database, key: Key) => Promise<Value> {
  const batchers = batcherOfEach((db: Database) =>
    createBatcher<Key, Value>({
      lanes: 8,
      mostTogether: 1_000,
      mostWaiting: 10_000,
      run: (keys) => read(db, keys),
    }),
  )
  return (db, key) => batchers.of(db).add(laneOf(key), key)
}
