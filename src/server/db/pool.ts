import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createSigningDialect } from './act-signing.ts'
import { identityOf, identitySql, type DatabaseIdentity } from './database-identity.ts'
import { rememberGroup } from './signed-groups.ts'
import type { DB } from './schema.ts'

/** Typed access to the database; the table types are generated from the migrations. */
export type Database = Kysely<DB>

export type PoolOptions = {
  /** The most connections; 8 are enough for a process. */
  max?: number
  /** The longest a statement may take, in ms; 0: no limit. */
  statementTimeoutMs?: number
  /** The longest a caller waits for a connection, in ms. */
  connectionTimeoutMs?: number
  /** How long a transaction may wait for its next statement, in ms, before PostgreSQL ends it with its connection. */
  idleInTransactionMs?: number
  /** Shown in `pg_stat_activity`. */
  name?: string
  /** Settings of each connection, such as those of the planner. */
  settings?: Readonly<Record<string, string>>
  /** Where names without a schema are looked up; the simulation puts its clock first. */
  searchPath?: string
  /** What each new connection is compared with before its first caller gets it; left out, any database is taken. */
  identity?: DatabaseIdentity
}

/**
 * The locks of a process that has stopped are held for this long, and the members they belong to wait. No transaction
 * waits for anything but its own statements: hashing and calls to providers come before or after it.
 */
export const longestIdleInTransactionMs = 10_000

/**
 * For long transactions that read and lock nothing, such as a run of the books: on a busy machine the process may be paused
 * between two statements.
 */
export const longReads = { statementTimeoutMs: 0, idleInTransactionMs: 60_000 } as const

/** Every connection of the program looks names up here, whatever is set for its role or database: `docs/operations.md`. */
const usualSearchPath = 'public, pg_temp'

/**
 * What every connection of the program sets for itself, whatever is set for its role, its database or the server: each
 * would change what a statement reads or writes, the last one what a log has of one that fails.
 */
export const connectionSettings = {
  search_path: usualSearchPath,
  TimeZone: `'UTC'`,
  DateStyle: `'ISO, MDY'`,
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  gin_fuzzy_search_limit: '0',
  quote_all_identifiers: 'off',
  xmlbinary: 'base64',
  xmloption: 'content',
  default_transaction_isolation: `'read committed'`,
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  log_parameter_max_length_on_error: '0',
  // What db/functions/audit/acts.sql keeps of a transaction.
  'baize.act_group': `''`,
  'baize.act_count': `''`,
} as const

const int8Oid = 20
const int8ArrayOid = 1016
const dateOid = 1082

/**
 * A pool of connections in which PostgreSQL's `bigint` is a `bigint` here, alone and in arrays, and a `date` is its
 * text (`2026-11-20`), because a day of a brand's time zone is not a point in time. The parsers belong to this pool and
 * are never `pg`'s global ones, which other libraries in the process use.
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
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? usualIdleMs(statementTimeoutMs),
    application_name: options.name ?? 'baize',
    keepAlive: true,
    types: { getTypeParser },
    onConnect: (client) =>
      prepareConnection(client, {
        statementTimeoutMs,
        settings: {
          ...connectionSettings,
          ...options.settings,
          search_path: options.searchPath ?? usualSearchPath,
        },
        identity: options.identity ?? null,
      }),
  })
  // The pool discards an idle connection that breaks; without a listener its error would end the process.
  pool.on('error', () => {})
  return pool
}

/**
 * Prepares a new connection before its first caller gets it. The search path and the other settings are set by a statement
 * and not by a parameter of the connection: a pooler refuses or drops such parameters, and a dropped one would let a setting
 * of the role or database hide tables from the program. A connection that cannot set them, or leads to another database, is not used.
 */
async function prepareConnection(
  client: pg.ClientBase,
  {
    statementTimeoutMs,
    settings,
    identity,
  }: { statementTimeoutMs: number; settings: Readonly<Record<string, string>>; identity: DatabaseIdentity | null },
): Promise<void> {
  // The pool handles errors only of idle connections; this covers the time between two statements.
  client.on('error', () => {})
  if (statementTimeoutMs > 0)
    boundSilence(client, statementTimeoutMs + Math.min(longestGraceMs, statementTimeoutMs / 2))
  const statements = Object.entries(settings).map(([name, value]) => `SET ${name} = ${value}`)
  if (identity === null) return void (await client.query(statements.join('; ')))
  // One round trip for all; of several statements the driver returns a result each.
  const results: unknown = await client.query([...statements, identitySql].join('; '))
  await identity.admit(identityOf((results as pg.QueryResult<object>[]).at(-1)?.rows ?? []))
}

/** Never longer than a statement may take. */
function usualIdleMs(statementTimeoutMs: number): number {
  return statementTimeoutMs > 0 ? Math.min(longestIdleInTransactionMs, statementTimeoutMs) : longestIdleInTransactionMs
}

/** Added to the server's statement timeout, which fires first as long as the connection works. */
const longestGraceMs = 2_000

/**
 * Closes a connection when a statement was not answered within a time: the other end or the network has vanished
 * silently. The waiting caller gets an error about the terminated connection; whether the statement took effect is
 * unknown.
 */
function boundSilence(client: pg.ClientBase, limitMs: number): void {
  let isWaiting = false
  const timer = setTimeout(() => {
    if (isWaiting) giveUp(client)
  }, limitMs).unref()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    isWaiting = true
    timer.refresh()
    return query(...args)
  }) as typeof client.query
  client.on('drain', () => (isWaiting = false))
  client.once('end', () => clearTimeout(timer))
}

/**
 * With an ordinary close, data already sent could still arrive later, perhaps after its caller has repeated the call
 * and was refused. So a TCP connection is reset, which discards the data.
 */
function giveUp(client: pg.ClientBase): void {
  const { connection } = client as pg.Client & { connection?: { stream?: unknown } }
  const stream = connection?.stream
  if (stream instanceof Socket && stream.remoteFamily !== undefined) stream.resetAndDestroy()
  else void (client as pg.Client).end().catch(() => {})
}

/**
 * Kysely over a pool. The pool's owner closes it. Its transactions are signed with `secret`; without one it can read, but
 * the database refuses every act and every change of a recorded row. What they sign is remembered for who watches `watched`
 * (`src/server/modules/audit/acts-watch.ts`), the first `createDb` of a process on this database; left out, this one.
 */
export function createDb(pool: pg.Pool, secret: AppSecret | null, watched?: Database): Database {
  if (secret === null) return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const db: Database = new Kysely<DB>({
    dialect: createSigningDialect(pool, secret, (group) => rememberGroup(watched ?? db, group)),
  })
  return db
}

/** Runs work in the transaction that `db` is, or in one of its own. */
export function inTransaction<Result>(
  db: Database | Transaction<DB>,
  work: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  // A transaction is recognised at run time, because its type is also a `Database`.
  return db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work)
}

const parseInt8 = (text: string): bigint => BigInt(text)
const keepText = (text: string): string => text

/** Type parsers for `pg`: own ones for int8 and date, the default ones for everything else. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8Oid && format !== 'binary') return parseInt8
  if (oid === int8ArrayOid && format !== 'binary') return parseInt8Array
  if (oid === dateOid) return keepText
  const parser: (value: string) => unknown = pg.types.getTypeParser(oid, 'text')
  return parser
}

/** Parses `{1,NULL,3}`; nested arrays do not occur. */
function parseInt8Array(text: string): (bigint | null)[] {
  const inside = text.slice(1, -1)
  if (inside === '') return []
  return inside.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}
