import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, type ActGroup } from '#server/db/act-signing.ts'
import type { Database } from '#server/db/pool.ts'

/**
 * Whether the program recorded a run of the books as it is now, and signed that: a row that somebody inserted, or altered, must not
 * decide when the next run is due. A run under a key that this process lacks does not count.
 */
export async function isSignedRun(db: Database, secret: AppSecret, id: string): Promise<boolean> {
  const { rows } = await sql<Omit<ActGroup, 'keyId'> & { key_id: string; hash: Buffer }>`
    SELECT s.act_group::text AS group, to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, s.acts, s.changes, s.key_id, s.hash,
      sha256((SELECT sha256(coalesce(string_agg(act_form(a), ''::bytea ORDER BY a.id), '')) FROM audit a WHERE a.act_group = s.act_group)
        || (SELECT sha256(coalesce(string_agg(sha256(state_change_form(x)), ''::bytea ORDER BY x.id), '')) FROM state_change x
          WHERE x.act_group = s.act_group)) AS digest
    FROM book_run r CROSS JOIN LATERAL book_run_state(r) p
    CROSS JOIN LATERAL (SELECT c.form, c.digest, c.act_group FROM state_change c WHERE c.relation = 'book_run' AND c.row_key = p.row_key
      ORDER BY c.id DESC LIMIT 1) newest
    JOIN act_signature s ON s.act_group = newest.act_group
    WHERE r.id = ${id}::uuid AND p.digests[newest.form] = newest.digest`.execute(db)
  const [found] = rows
  if (found === undefined) return false
  const { key_id: keyId, hash, ...group } = found
  return (
    createActKeys(secret)
      .hashOf({ ...group, keyId })
      ?.equals(hash) === true
  )
}
