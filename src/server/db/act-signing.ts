import { deriveKeys } from '#server/auth/derived-key.ts'
import { CompiledQuery, PostgresDialect, PostgresDriver, type Dialect } from 'kysely'
import type pg from 'pg'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { AppSecret } from '#server/config.ts'
import type { SignedGroup } from './signed-groups.ts'

/**
 * Signs what a transaction recorded, acts and changes of rows, before it commits: `db/functions/audit/acts.sql` computes
 * the digest of its group, and this file the keyed hash. The key never enters the database, which refuses a transaction
 * that is not signed (docs/decisions/028-signed-acts.md).
 */

/** A group of acts and changes, as its signature covers it. `at` is UTC to the microsecond: `2026-11-21T01:02:03.000004Z`. */
export type ActGroup = {
  group: string
  at: string
  keyId: string
  acts: number
  changes: number
  digest: Uint8Array
}

export type ActKeys = {
  /** The key of new signatures. */
  keyId: string
  /** The signature of a group; null when `APP_SECRET` lacks its key. */
  hashOf: (group: ActGroup) => Buffer | null
}

const cache = new WeakMap<AppSecret, ActKeys>()

/** Keys derived from `APP_SECRET` for this purpose only. Cached per secret. */
export function createActKeys(secret: AppSecret): ActKeys {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached
  // The info text must never change: stored signatures depend on it.
  const keys = deriveKeys(secret.keys, 'baize act signature')
  const made: ActKeys = {
    keyId: secret.keyId,
    hashOf: (group) => {
      const key = keys.get(group.keyId)
      return key === undefined ? null : Buffer.from(hmacSha256(key, messageOf(group)))
    },
  }
  cache.set(secret, made)
  return made
}

/** One field a line; no field contains a line break. */
function messageOf({ group, at, keyId, acts, changes, digest }: ActGroup): string {
  const hex = Buffer.from(digest).toString('hex')
  return ['baize act signature 1', group, at, keyId, acts, changes, hex].join('\n')
}

/** Runs one statement in the transaction that is signed. */
type Run = (sql: string, values: readonly unknown[]) => Promise<{ rows: readonly unknown[] }>

type Pending = { act_group: string | null; at: string; acts: number; changes: number; digest: Buffer }

/**
 * Signs what this transaction recorded so far; nothing can be recorded in it afterwards. Resolves with the group and what was signed of it; without acts it
 * does nothing and resolves with null.
 */
export async function signActs(run: Run, keys: ActKeys): Promise<SignedGroup | null> {
  const { rows } = await run('SELECT act_group, at, acts, changes, digest FROM act_pending()', [])
  const pending = rows[0] as Pending | undefined
  if (pending === undefined || pending.act_group === null) return null
  const { act_group: group, ...content } = pending
  const { keyId } = keys
  const hash = keys.hashOf({ group, keyId, ...content })
  if (hash === null) throw new Error('the newest key of APP_SECRET is missing')
  const values = [group, content.at, content.acts, content.changes, keyId, hash]
  await run('SELECT act_sign($1::uuid, $2, $3, $4, $5, $6)', values)
  return { group, digest: content.digest }
}

/** PostgreSQL for Kysely: every transaction is signed as its last step before the commit. `committed` gets each group. */
export function createSigningDialect(
  pool: pg.Pool,
  secret: AppSecret,
  committed: (group: SignedGroup) => void = () => {},
): Dialect {
  const dialect = new PostgresDialect({ pool })
  const keys = createActKeys(secret)
  dialect.createDriver = () => {
    const driver = new PostgresDriver({ pool })
    const commit = driver.commitTransaction.bind(driver)
    driver.commitTransaction = async (connection) => {
      const group = await signActs((sql, values) => connection.executeQuery(CompiledQuery.raw(sql, [...values])), keys)
      await commit(connection)
      if (group !== null) committed(group)
    }
    return driver
  }
  return dialect
}

/** Runs work on one connection in a transaction, and signs it. */
export async function inSignedTransaction<Result>(
  pool: pg.Pool,
  secret: AppSecret,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await signActs((sql, values) => client.query(sql, [...values]), createActKeys(secret))
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}
