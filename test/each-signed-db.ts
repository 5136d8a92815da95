import { CompiledQuery, Kysely, type DatabaseConnection } from 'kysely'
import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, createSigningDialect, signActs } from '#server/db/act-signing.ts'
import type { Database } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { writing } from '../scripts/signed-pool.ts'

/** Kysely over a pool, for tests: outside transactions too, every statement that writes is signed. */
export function createEachSignedDb(pool: pg.Pool, secret: AppSecret): Database {
  const dialect = createSigningDialect(pool, secret)
  const keys = createActKeys(secret)
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const inside = new WeakSet<DatabaseConnection>()
    const acquire = driver.acquireConnection.bind(driver)
    const begin = driver.beginTransaction.bind(driver)
    const release = driver.releaseConnection.bind(driver)
    const wrapped = new WeakSet<DatabaseConnection>()
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options)
      if (wrapped.has(connection)) return connection
      wrapped.add(connection)
      const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
      const run = (sql: string, values: readonly unknown[] = []) =>
        execute<unknown>(CompiledQuery.raw(sql, [...values]))
      connection.executeQuery = async <Row>(query: CompiledQuery) => {
        if (inside.has(connection) || !writing.test(query.sql)) return execute<Row>(query)
        await run('begin')
        try {
          const result = await execute<Row>(query)
          await signActs(run, keys)
          await run('commit')
          return result
        } catch (error) {
          await run('rollback')
          throw error
        }
      }
      return connection
    }
    driver.beginTransaction = async (connection, settings) => {
      inside.add(connection)
      await begin(connection, settings)
    }
    driver.releaseConnection = async (connection) => {
      inside.delete(connection)
      await release(connection)
    }
    return driver
  }
  return new Kysely<DB>({ dialect })
}
