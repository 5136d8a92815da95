import { Socket } from 'node:net'
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
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 8,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    application_name: options.name ?? 'baize',
    keepAlive: true,
    types: { getTypeParser },
  })
  // An idle connection that breaks is thrown away by the pool; without a listener its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The pool listens only while a connection is idle; between two statements of a transaction nobody would.
    client.on('error', () => {})
    if (statementTimeoutMs > 0)
      boundSilence(client, statementTimeoutMs + Math.min(longestGraceMs, statementTimeoutMs / 2))
  })
  return pool
}

/** A statement that takes too long is ended by the server, who speaks first where it can still be heard. */
const longestGraceMs = 2_000

/**
 * Gives a connection up when a statement was not answered for so long: the other end has vanished without a word, or the
 * way there has. Whoever waits is told that the connection was terminated; whether the statement took effect is unknown.
 */
function boundSilence(client: pg.PoolClient, limitMs: number): void {
  let isAsking = false
  const timer = setTimeout(() => {
    if (isAsking) giveUp(client)
  }, limitMs).unref()
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    isAsking = true
    timer.refresh()
    return ask(...args)
  }) as typeof client.query
  client.on('drain', () => (isAsking = false))
  client.once('end', () => clearTimeout(timer))
}

/**
 * Ended in the usual way, what was sent and not delivered yet would still arrive, perhaps after its caller has asked again
 * and was refused: over TCP the connection is reset instead, which throws it away.
 */
function giveUp(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & { connection?: { stream?: unknown } }
  const stream = connection?.stream
  if (stream instanceof Socket && stream.remoteFamily !== undefined) stream.resetAndDestroy()
  else void client.end().catch(() => {})
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
