import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { Database } from './pool.ts'
import { createActKeys } from './act-signing.ts'
import { lostActsOf } from './lost-acts.ts'

/**
 * Rows by which somebody gets a way in are compared with what the program recorded and signed of them before they are acted on: one that
 * somebody altered in the database, be it for a moment, decides nothing (docs/decisions/028-signed-acts.md).
 */

/** The tables of such rows; an index has their changes (migrations `verified_rows`, `shown_seeds`, `series_proofs`, `recorded_shares` and `recorded_chains`). */
export type VerifiedTable =
  | 'approval'
  | 'member_seed'
  | 'operator'
  | 'password_reset'
  | 'public_replay'
  | 'series_unproven'
  | 'table_chain'

/** A group as it is signed, with the digest of what it holds now. `has_own`: that includes the row whose group it is. */
export type Group = {
  group: string
  at: string
  acts: number
  changes: number
  key_id: string
  hash: Buffer
  digest: Buffer
  has_own: boolean
}

type Newest = Group & {
  row: RecordedRow
  is_same: boolean
  /** Of a lost key: the digest of all that it signed, and the act that accepted this digest, with its group. */
  lost_digest: Buffer | null
  accepted_digest: Buffer | null
  accepted: (Omit<Group, 'hash' | 'digest'> & { hash: string; digest: string }) | null
}

/** The columns of a row by name, as PostgreSQL writes them in JSON. */
export type RecordedRow = Readonly<Record<string, unknown>>

/**
 * A row, by its `key`, where it is as its newest recorded change left it, which a key of `APP_SECRET` signed; else null. What a lost key signed counts where an
 * operator accepted exactly what it signed, which is read whole then. The transaction must not have changed the row before. A row that the caller has not locked may be another one afterwards: act on what is returned.
 */
export async function readRecorded(
  db: Database | Tx,
  secret: AppSecret,
  table: VerifiedTable,
  id: bigint | string | number,
  key = 'id',
): Promise<RecordedRow | null> {
  const lost = [...(secret.lost ?? [])]
  const { rows } = await sql<Newest>`
    SELECT to_jsonb(r) AS row, d.digests[c.form] IS NOT DISTINCT FROM c.digest AND r.xmin IS NOT DISTINCT FROM c.row_xid AS is_same, g.*,
      CASE WHEN g.key_id = ANY (${lost}::text[]) THEN (SELECT l.digest FROM (${sql.raw(lostActsOf('g.key_id'))}) l) END AS lost_digest, o.*
      FROM ${sql.table(table)} r CROSS JOIN LATERAL ${sql.raw(`${table}_state(r)`)} d
     CROSS JOIN LATERAL (SELECT n.*, n.ctid AS place FROM state_change n WHERE n.relation = ${sql.lit(table)} AND n.row_key = d.row_key ORDER BY n.id DESC LIMIT 1) c
     CROSS JOIN LATERAL (${groupOf('change')}) g
      LEFT JOIN LATERAL (SELECT decode(c.detail #>> ARRAY['lost', g.key_id, 'digest'], 'hex') AS accepted_digest, to_jsonb(s) AS accepted
        FROM (SELECT n.*, n.ctid AS place FROM audit n) c CROSS JOIN LATERAL (${groupOf('act')}) s
       WHERE g.key_id = ANY (${lost}::text[]) AND c.act = 'books.accept-heads' AND c.detail #> ARRAY['lost', g.key_id] IS NOT NULL AND s.key_id = ANY (${[...secret.keys.keys()]}::text[])
       ORDER BY c.id DESC LIMIT 1) o ON true
     WHERE ${sql.ref(`r.${key}`)} = ${id}`.execute(db)
  const [found] = rows
  // Two rows have one number where an index took no entries for a moment.
  if (found === undefined || rows.length > 1 || !found.is_same) return null
  if (secret.lost?.has(found.key_id) === true) return found.has_own && isAccepted(secret, found) ? found.row : null
  return isSigned(secret, found) ? found.row : null
}

/** Whether a key of `APP_SECRET` signed the group as it is, with the row whose group it is. */
export function isSigned(secret: AppSecret, { key_id: keyId, hash, has_own: hasOwn, ...group }: Group): boolean {
  return (
    hasOwn &&
    createActKeys(secret)
      .hashOf({ ...group, keyId })
      ?.equals(hash) === true
  )
}

/** Anybody can sign under a lost key. So all that it signed must be what an operator accepted, in an act that another key signed. */
function isAccepted(secret: AppSecret, { lost_digest: digest, accepted_digest: due, accepted: act }: Newest): boolean {
  if (digest === null || due === null || act === null || !digest.equals(due)) return false
  return isSigned(secret, { ...act, hash: bytesOf(act.hash), digest: bytesOf(act.digest) })
}

/** Bytes as PostgreSQL writes them in JSON: `\\x` and hex. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex')
}

/**
 * The signed group of a change or act `c`, with the digest of what it holds now, and whether that is with the row itself: an index by group that
 * took no entries for a moment would leave out a row that somebody added to a group of the program.
 */
export const groupOf = (of: 'act' | 'change') => sql`
  SELECT s.act_group::text AS group, to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, s.acts, s.changes, s.key_id, s.hash,
    sha256(a.digest || f.digest) AS digest, ${sql.ref(of === 'act' ? 'a.has_own' : 'f.has_own')} AS has_own
  FROM act_signature s,
    LATERAL (SELECT sha256(coalesce(string_agg(act_form(r), ''::bytea ORDER BY r.id), '')) AS digest, coalesce(bool_or(r.ctid = c.place), false) AS has_own
      FROM audit r WHERE r.act_group = c.act_group) a,
    LATERAL (SELECT sha256(coalesce(string_agg(sha256(state_change_form(r)), ''::bytea ORDER BY r.id), '')) AS digest,
        coalesce(bool_or(r.ctid = c.place), false) AS has_own FROM state_change r WHERE r.act_group = c.act_group) f
  WHERE s.act_group = c.act_group`
