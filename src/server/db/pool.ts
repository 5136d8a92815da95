import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

/** The typed way to the database; its tables are generated from the migrations. */
export type Database = Kysely<DB>

export type PoolOptions = {
  /** At most so many connections. Few are enough: 8 serve a process. */
  max?: number
  /** The longest a statement may take, in ms; 0 for no end. */
  statementTimeoutMs?: number
  /** The longest a caller waits for a connection, in ms. */
  connectionTimeoutMs?: number
  /** Shown in `pg_stat_activity`. */
  name?: string
}

const int8Oid = 20
const int8ArrayOid = 1016
const dateOid = 1082

/**
 * A pool of connections in which `bigint` of PostgreSQL is `bigint` here, alone and in arrays, and a `date` is its text
 * (`2026-11-20`), because a day of a brand's time zone is no moment. The parsers are this pool's own and never `pg`'s
 * global ones: other libraries in the process share `pg` and expect its usual answers.
 *
 * `sum(bigint)` is numeric in PostgreSQL and comes as a string: write `sum(…)::bigint`.
 */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 8,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    application_name: options.name ?? 'baize',
    keepAlive: true,
    types: { getTypeParser },
  })
  // An idle connection that breaks is thrown away by the pool; without a listener its error would end the process.
  pool.on('error', () => {})
  return pool
}

/** Kysely over a pool. Closing the pool is the pool's owner's business. */
export function createDb(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const parseInt8 = (text: string): bigint => BigInt(text)
const keepText = (text: string): string => text

/** Answers for `pg`: our parser for int8, its own for everything else. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8Oid && format !== 'binary') return parseInt8
  if (oid === int8ArrayOid && format !== 'binary') return parseInt8Array
  if (oid === dateOid) return keepText
  const parser: (value: string) => unknown = pg.types.getTypeParser(oid, 'text')
  return parser
}

/** `{1,NULL,3}`; deeper arrays do not occur. */
function parseInt8Array(text: string): (bigint | null)[] {
  const inside = text.slice(1, -1)
  if (inside === '') return []
  return inside.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}
