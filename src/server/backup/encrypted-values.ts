import type pg from 'pg'
import type { AppSecret } from '../config.ts'
import { createEncryption, nobody, type ValueOwner } from '#server/auth/encryption.ts'

/** Values that a secret cannot decrypt: their key, their kind, and their number. */
export type Unreadable = { keyId: string; what: string; values: bigint }

type Kind = { what: string; column: string; owner: OwnerKind } & Columns
/** The table `v` with the row `o` that owns its values, by which they are sorted, and the parts of the owner. */
type Columns = { from: string; table: string; key: string; parts: string }
type OwnerKind = 'phone' | 'account' | 'birth' | 'totp' | 'provider' | 'nobody'

const ofMember = (table: string): Columns => ({
  table,
  from: `${table} v JOIN member o ON o.id = v.member_id`,
  key: 'v.member_id',
  parts: 'o.id::text, o.public_id::text',
})
const person = ofMember('member_person')

const kinds: readonly Kind[] = [
  { what: 'server seeds', ...ofMember('member_seed'), column: 'server_seed_sealed', owner: 'nobody' },
  { what: 'phone numbers', ...person, column: 'phone_sealed', owner: 'phone' },
  { what: 'account numbers', ...person, column: 'bank_number_sealed', owner: 'account' },
  { what: 'birth dates', ...person, column: 'birth_sealed', owner: 'birth' },
  {
    what: 'account numbers of requests',
    ...ofMember('money_request'),
    column: 'bank_number_sealed',
    owner: 'account',
  },
  {
    what: 'second factors of operators',
    table: 'operator_factor',
    from: 'operator_factor v JOIN operator o ON o.id = v.operator_id',
    key: 'v.operator_id',
    parts: 'o.id::text, o.public_id::text',
    column: 'secret_sealed',
    owner: 'totp',
  },
  {
    what: 'keys of providers',
    table: 'provider',
    from: 'provider v',
    key: 'v.id',
    parts: 'v.id::text, v.code, v.base_url',
    column: 'key_sealed',
    owner: 'provider',
  },
]

/**
 * Decrypts one value of every key and kind in the database with a secret; without a secret all are unreadable. A backup of
 * before values were bound to their owners has unbound ones, which the first start binds.
 */
export async function findUnreadable(pool: pg.Pool, secret: AppSecret | null): Promise<Unreadable[]> {
  const found: Unreadable[] = []
  const act = await pool.query(`SELECT FROM audit WHERE act = 'values.bind' LIMIT 1`)
  const isBound = act.rows.length > 0
  for (const { what, table, from, key, parts, column, owner } of kinds) {
    // A backup may be older than the table.
    const { rows: known } = await pool.query('SELECT WHERE to_regclass($1) IS NOT NULL', [table])
    if (known.length === 0) continue
    const { rows } = await pool.query<{ key_id: string; encrypted: Buffer; parts: string[]; values: bigint }>(
      `SELECT DISTINCT ON (v.key_id) v.key_id, v.${column} AS encrypted, ARRAY[${parts}] AS parts,
         count(*) OVER (PARTITION BY v.key_id) AS values
       FROM ${from} WHERE v.${column} IS NOT NULL ORDER BY v.key_id, ${key}`,
    )
    for (const row of rows) {
      const isOpen = opens(secret, isBound ? ownerOf(owner, row.parts) : nobody, row)
      if (!isOpen) found.push({ keyId: row.key_id, what, values: row.values })
    }
  }
  return found
}

/**
 * A line for each of them, and whether everything is readable that can be: what was encrypted with a key that is declared lost never is
 * again, which is no fault of a copy.
 */
export function describeUnreadable(
  unreadable: readonly Unreadable[],
  secret: AppSecret | null,
): { lines: string[]; isWhole: boolean } {
  const isLost = ({ keyId }: Unreadable): boolean => secret?.lost?.has(keyId) === true
  const lines = unreadable.map((one) => {
    const { keyId, what, values } = one
    if (isLost(one)) return `LOST KEY ${keyId}: ${values} ${what} cannot be read any more.`
    return secret?.keys.has(keyId) === true
      ? `KEY ${keyId} does not decrypt the first of ${values} ${what}: it is another key of this name, or the row was altered.`
      : `NO KEY ${keyId}: ${values} ${what} cannot be read.`
  })
  return { lines, isWhole: unreadable.every(isLost) }
}

function ownerOf(of: OwnerKind, [id = '', second = '', third = '']: readonly string[]): ValueOwner {
  if (of === 'nobody') return nobody
  return of === 'provider'
    ? { of, id: Number(id), code: second, address: third }
    : { of, id: BigInt(id), publicId: second }
}

function opens(secret: AppSecret | null, owner: ValueOwner, row: { key_id: string; encrypted: Buffer }): boolean {
  if (secret === null) return false
  try {
    createEncryption({ secret }).decrypt(owner, row.key_id, row.encrypted)
    return true
  } catch {
    return false
  }
}
