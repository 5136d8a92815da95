import type pg from 'pg'
import { bindHash, splitBound, unbindHash, type HashOwner } from '#server/auth/bound-hash.ts'
import type { AppSecret } from '#server/config.ts'
import { bindOnce, neverBound } from './bind-once.ts'

/** The columns of bound hashes and the `id` of their owners: `src/server/auth/bound-hash.ts`. */
const columns = [
  { table: 'member', column: 'password_hash', of: 'password', owner: 'id::text' },
  { table: 'member', column: 'pin_hash', of: 'pin', owner: 'id::text' },
  { table: 'operator', column: 'password_hash', of: 'operator', owner: 'id::text' },
  { table: 'password_reset', column: 'code_hash', of: 'reset', owner: `id || ' ' || member_id` },
] as const satisfies readonly { table: string; column: string; of: HashOwner['of']; owner: string }[]

/**
 * Binds stored hashes to their owners, as the owner of the database, in one signed transaction with an act `hashes.bind` for each
 * reason. Taken as they are, and once only, are the hashes from before they were bound and those of a key that is declared lost.
 * Those under another key of `APP_SECRET` than the newest are bound under the newest, if they are bound to their owner.
 */
export async function bindHashes(client: pg.ClientBase, secret: AppSecret): Promise<void> {
  await bindOnce(client, secret, 'hashes.bind', async (reasons) => {
    for (const { table, column, of, owner } of columns) {
      // A hash that changes meanwhile is not overwritten: the row would have another one.
      const stored = await client.query<{ id: string; hash: string }>(
        `SELECT ${owner} AS id, ${column} AS hash FROM ${table} WHERE ${owner} IS NOT NULL AND ${column} <> '' AND NOT starts_with(${column}, $1)`,
        [`${secret.keyId}.`],
      )
      const bound = stored.rows.flatMap(({ id, hash }) => {
        const plain = takeHash(secret, { of, id }, { stored: hash, reasons })
        return plain === null ? [] : [{ id, hash, bound: bindHash(secret, { of, id }, plain) }]
      })
      await client.query(
        `UPDATE ${table} SET ${column} = n.bound FROM unnest($1::text[], $2::text[], $3::text[]) n (owner_id, hash, bound)
         WHERE ${owner} = n.owner_id AND ${column} = n.hash`,
        [bound.map((one) => one.id), bound.map((one) => one.hash), bound.map((one) => one.bound)],
      )
    }
  })
}

type Taken = { stored: string; reasons: ReadonlySet<string> }

/** The hash to bind anew; null: it stays as it is, and what is not bound to its owner opens nothing. */
function takeHash(secret: AppSecret, owner: HashOwner, { stored, reasons }: Taken): string | null {
  const { keyId, hash } = splitBound(stored)
  return reasons.has(keyId ?? neverBound) ? hash : unbindHash(secret, owner, stored)
}
