import type pg from 'pg'
import type { AppSecret } from '../config.ts'
import { createEncryption } from '#server/auth/encryption.ts'

/** Values that a secret cannot decrypt: their key, their kind, and their number. */
export type Unreadable = { keyId: string; what: string; values: bigint }

const kinds = [
  { what: 'server seeds', table: 'member_seed', column: 'server_seed_sealed' },
  { what: 'phone numbers', table: 'member_person', column: 'phone_sealed' },
  { what: 'account numbers', table: 'member_person', column: 'bank_number_sealed' },
  { what: 'birth dates', table: 'member_person', column: 'birth_sealed' },
  { what: 'account numbers of requests', table: 'money_request', column: 'bank_number_sealed' },
  { what: 'second factors of operators', table: 'operator_factor', column: 'secret_sealed' },
  { what: 'keys of providers', table: 'provider', column: 'key_sealed' },
] as const

/** Decrypts one value of every key and kind in the database with a secret; without a secret all are unreadable. */
export async function findUnreadable(pool: pg.Pool, secret: AppSecret | null): Promise<Unreadable[]> {
  const found: Unreadable[] = []
  for (const { what, table, column } of kinds) {
    // A backup may be older than the table.
    const { rows: known } = await pool.query('SELECT WHERE to_regclass($1) IS NOT NULL', [table])
    if (known.length === 0) continue
    const { rows } = await pool.query<{ key_id: string; encrypted: Buffer; values: bigint }>(
      `SELECT key_id, (array_agg(${column}))[1] AS encrypted, count(*) AS values FROM ${table} WHERE ${column} IS NOT NULL GROUP BY key_id`,
    )
    for (const row of rows) {
      if (!opens(secret, row.key_id, row.encrypted)) found.push({ keyId: row.key_id, what, values: row.values })
    }
  }
  return found
}

function opens(secret: AppSecret | null, keyId: string, encrypted: Buffer): boolean {
  if (secret === null) return false
  try {
    createEncryption({ secret }).decrypt(keyId, encrypted)
    return true
  } catch {
    return false
  }
}
