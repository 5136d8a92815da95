import { createHash } from 'node:crypto'
import type pg from 'pg'

/** One statement that only reads. */
const reading = /^\s*(SELECT|WITH)\b[^;]*$/i
/** The time that is left of a run, which checks set before each of their statements. */
const timeLimit = /^SET LOCAL statement_timeout = \d+$/

/**
 * The same pool for the checks of the books, which run the same statements after each test: on few rows planning one takes several times as long
 * as reading, so each is prepared once a connection. PostgreSQL plans it anew when what it names has changed. The time limit is set once
 * a transaction, because a test has a limit of its own.
 */
export function preparing(pool: pg.Pool): pg.Pool {
  return replace(pool, {
    query: prepared(pool),
    connect: async () => preparingClient(await pool.connect()),
  })
}

/** The same connection, which prepares as above; the limit is set once for as long as this is used. */
export function preparingClient(client: pg.PoolClient): pg.PoolClient {
  return replace(client, { query: withOneLimit(prepared(client)) })
}

type Query = (text: unknown, values?: unknown) => Promise<unknown>

function prepared(on: pg.Pool | pg.PoolClient): Query {
  const query = on.query.bind(on) as Query
  return (text, values = []) =>
    typeof text === 'string' && reading.test(text)
      ? (query as (config: object) => Promise<unknown>)({ name: nameOf(text), text, values })
      : query(text, values)
}

function withOneLimit(query: Query): Query {
  let isLimited = false
  return async (text, values) => {
    if (typeof text === 'string' && timeLimit.test(text)) {
      if (isLimited) return { rows: [] }
      isLimited = true
    }
    return query(text, values)
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

function replace<Of extends object>(target: Of, replaced: Readonly<Record<string, unknown>>): Of {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && name in replaced) return replaced[name]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
