import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, inSignedTransaction, signActs, SigningDriver, type ActKeys } from '#server/db/act-signing.ts'
import type { Database } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'

// Statements that may write, also by a function.
const writing = /\b(insert|update|delete|(ledger|books|transfer|jackpot|encrypt|erase|forget)_\w+)\b/i

/**
 * The same pool for tests, benches and fault programs that prepare rows in SQL: every single statement that writes is a
 * signed transaction. Connections that are taken with `connect` sign nothing.
 */
export function signEach(pool: pg.Pool, secret: AppSecret): pg.Pool {
  type Query = (...args: unknown[]) => Promise<unknown>
  const query: Query = (...args) => {
    const [text] = args
    return typeof text === 'string' && writing.test(text)
      ? inSignedTransaction(pool, secret, (client) => (client.query as Query)(...args))
      : (pool.query as Query)(...args)
  }
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Kysely over a pool, for tests: outside transactions too, every statement that writes is signed. */
export function createEachSignedDb(pool: pg.Pool, secret: AppSecret): Database {
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new EachSignedDriver(pool, createActKeys(secret))
  return new Kysely<DB>({ dialect })
}

/** Kysely's own connection, whose type it does not export. */
type Inner = Parameters<SigningDriver['releaseConnection']>[0]

class EachSignedDriver extends SigningDriver {
  override async acquireConnection(): Promise<EachSigned> {
    return new EachSigned((await super.acquireConnection()) as Inner, this.keys)
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof EachSigned) connection.isInTransaction = true
    await super.beginTransaction(connection, settings)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof EachSigned) await super.rollbackTransaction(connection.inner)
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof EachSigned) await super.releaseConnection(connection.inner)
  }
}

class EachSigned implements DatabaseConnection {
  isInTransaction = false
  readonly inner: Inner
  readonly #keys: ActKeys

  constructor(inner: Inner, keys: ActKeys) {
    this.inner = inner
    this.#keys = keys
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction || !writing.test(query.sql)) return this.inner.executeQuery<Row>(query)
    const run = (sql: string, values: readonly unknown[] = []) =>
      this.inner.executeQuery<unknown>(CompiledQuery.raw(sql, [...values]))
    await run('begin')
    try {
      const result = await this.inner.executeQuery<Row>(query)
      await signActs(run, this.#keys)
      await run('commit')
      return result
    } catch (error) {
      await run('rollback')
      throw error
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery(query, chunkSize)
  }
}
