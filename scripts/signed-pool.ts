import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'

/** Matches statements that may write, also by a function. */
export const writing =
  /\b(insert|update|delete|(ledger|books|transfer|jackpot|erase|forget)_\w+|seed_(commit|begin|abandon))\b/i

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
