import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createDb, type Database } from '#server/db/pool.ts'

/**
 * Kysely over a pool that finds transactions with a second connection: work inside `transaction()` that requests one
 * from the pool, and does not use `tx`, throws. With every connection taken by such transactions, each of them would
 * wait for another one until it times out.
 */
export function createGuardedDb(pool: pg.Pool, secret: AppSecret): Database {
  const inside = new AsyncLocalStorage<true>()
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => {
    if (inside.getStore()) throw new Error('a transaction requests a second connection: use its tx')
    return connect(...args)
  }) as typeof pool.connect
  const db = createDb(pool, secret)
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = (work) => execute((tx) => inside.run(true, () => work(tx)))
    return transaction
  }
  return db
}
