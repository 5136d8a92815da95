import type pg from 'pg'
import { bindHash } from '#server/auth/bound-hash.ts'
import type { AppSecret } from '#server/config.ts'

/** Gives members of benches and fault programs the same secret, by its plain hash: bound to each of them. */
export async function setHashes(
  pool: pg.Pool,
  secret: AppSecret,
  of: 'password' | 'pin',
  { hash, members }: { hash: string; members: readonly bigint[] },
): Promise<void> {
  await pool.query(
    `UPDATE member m SET ${of}_hash = n.hash FROM unnest($1::bigint[], $2::text[]) n (id, hash) WHERE m.id = n.id`,
    [members.map(String), members.map((id) => bindHash(secret, { of, id }, hash))],
  )
}
