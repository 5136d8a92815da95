import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { Database } from './pool.ts'
import { createActKeys } from './act-signing.ts'

/**
 * Rows by which somebody gets a way in are compared with what the program recorded and signed of them before they are acted on: one that
 * somebody altered in the database, be it for a moment, decides nothing (docs/decisions/028-signed-acts.md).
 */

/** The tables of such rows; an index has their changes (migrations `verified_rows` and `shown_seeds`). */
export type VerifiedTable = 'approval' | 'member_seed' | 'operator' | 'password_reset'

type Newest = {
  row: RecordedRow
  is_same: boolean
  group: string
  at: string
  acts: number
  changes: number
  key_id: string
  hash: Buffer
  digest: Buffer
}

/** The columns of a row by name, as PostgreSQL writes them in JSON. */
export type RecordedRow = Readonly<Record<string, unknown>>

/**
 * A row, where it is as its newest recorded change left it, which a key of `APP_SECRET` signed; else null. The transaction must not have
 * changed it before. A row that the caller has not locked may be another one afterwards: act on what is returned.
 */
export async function readRecorded(
  db: Database | Tx,
  secret: AppSecret,
  table: VerifiedTable,
  id: bigint | string,
): Promise<RecordedRow | null> {
  const { rows } = await sql<Newest>`
    SELECT to_jsonb(r) AS row, d.digests[c.form] IS NOT DISTINCT FROM c.digest AND r.xmin IS NOT DISTINCT FROM c.row_xid AS is_same, g.*
      FROM ${sql.table(table)} r CROSS JOIN LATERAL ${sql.raw(`${table}_state(r)`)} d
     CROSS JOIN LATERAL (SELECT * FROM state_change n WHERE n.relation = ${sql.lit(table)} AND n.row_key = d.row_key ORDER BY n.id DESC LIMIT 1) c
     CROSS JOIN LATERAL (${groupOf}) g
     WHERE r.id = ${id}`.execute(db)
  const [found] = rows
  // Two rows have one number where an index took no entries for a moment.
  if (found === undefined || rows.length > 1 || !found.is_same) return null
  const { row, group, at, acts, changes, key_id: keyId, hash, digest } = found
  // What a lost key signed is compared by the books with what an operator accepted; nobody else can tell it from the program's own.
  if (secret.lost?.has(keyId)) return row
  const due = createActKeys(secret).hashOf({ group, at, keyId, acts, changes, digest })
  return due?.equals(hash) === true ? row : null
}

/** The signed group of a change `c`, with the digest of what it holds now. */
const groupOf = sql`
  SELECT s.act_group::text AS group, to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, s.acts, s.changes, s.key_id, s.hash,
    sha256((SELECT sha256(coalesce(string_agg(act_form(a), ''::bytea ORDER BY a.id), '')) FROM audit a WHERE a.act_group = c.act_group)
      || (SELECT sha256(coalesce(string_agg(sha256(state_change_form(f)), ''::bytea ORDER BY f.id), '')) FROM state_change f
        WHERE f.act_group = c.act_group)) AS digest
  FROM act_signature s WHERE s.act_group = c.act_group`
