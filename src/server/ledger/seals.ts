import { deriveKeys } from '#server/auth/derived-key.ts'
import { sql } from 'kysely'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { AppSecret } from '#server/config.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Database } from '#server/db/pool.ts'

/**
 * Sealing the journal behind the bets: `db/functions/ledger/seals.sql` computes digests of new events, and this file
 * the keyed hash of each pass's head. The key never enters the database (docs/decisions/024-sealed-journal.md).
 */

/** The end of a pass, as the hash covers it. `at` is UTC to the microsecond: `2026-11-21T01:02:03.000004Z`. */
export type HeadContent = {
  id: bigint
  at: string
  keyId: string
  /** Seals of this pass. */
  seals: number
  /** Events of all passes up to this one. */
  events: bigint
  /** The hash of the head before; for the first head the text of the time from which sealing began. */
  previous: Uint8Array
  /** Of the seals of this pass, and of the proofs of rounds and records of series of tables that it covers. */
  digest: Uint8Array
  /** The end of the audit's chain at that moment; null in heads from before they covered it. */
  audit: { seq: bigint; hash: Uint8Array } | null
}

/** A head that is known to have been in the database. */
export type KnownHead = { id: bigint; hash: Buffer }

export type SealKeys = {
  /** The key of new heads. */
  keyId: string
  /** The keyed hash of a head; null when `APP_SECRET` lacks its key. */
  hashOf: (head: HeadContent) => Buffer | null
}

const cache = new WeakMap<AppSecret, SealKeys>()

/** Keys derived from `APP_SECRET` for this purpose only. Cached per secret. */
export function createSealKeys(secret: AppSecret): SealKeys {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached
  // The info text must never change: stored hashes depend on it.
  const keys = deriveKeys(secret.keys, 'baize journal seal')
  const made: SealKeys = {
    keyId: secret.keyId,
    hashOf: (head) => {
      const key = keys.get(head.keyId)
      return key === undefined ? null : Buffer.from(hmacSha256(key, messageOf(head)))
    },
  }
  cache.set(secret, made)
  return made
}

/** One field a line; no field contains a line break. The first line differs where the audit's end is covered. */
function messageOf({ id, at, keyId, seals, events, previous, digest, audit }: HeadContent): string {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
  const form = audit === null ? 'baize journal head 1' : 'baize journal head 2'
  const auditEnd = audit === null ? [] : [audit.seq, hex(audit.hash)]
  return [form, id, at, keyId, seals, events, hex(previous), hex(digest), ...auditEnd].join('\n')
}

/** A member with events that are not sealed. */
export type UnsealedMember = { memberId: bigint; events: number }

export type Unsealed = {
  /** Those that wait longest first; events from before sealing began come after all others. */
  members: UnsealedMember[]
  events: number
  /** Age of the oldest event that waits; those from before sealing began do not count. */
  oldestSeconds: number
}

/**
 * Members with events that are not sealed, at most `most` of them. Reads all wallets and no event but the oldest of each; events of which
 * none is found, because they are gone or an index lacks them, count as old as the seals. A thorough look does not believe
 * `journal_sealed` and the wallets: it searches the newest seal and the newest event of every member.
 */
export async function findUnsealed(db: Database, most: number, isThorough = false): Promise<Unsealed> {
  const ends = isThorough
    ? sql`SELECT w.member_id, coalesce(s.last_seq, 0) AS after_seq, greatest(w.seq, j.seq) AS seq FROM wallet w
        LEFT JOIN LATERAL (SELECT last_seq FROM journal_seal WHERE member_id = w.member_id ORDER BY after_seq DESC LIMIT 1) s ON true
        LEFT JOIN LATERAL (SELECT seq FROM journal WHERE member_id = w.member_id ORDER BY seq DESC LIMIT 1) j ON true`
    : sql`SELECT w.member_id, coalesce(s.seq, 0) AS after_seq, w.seq FROM wallet w LEFT JOIN journal_sealed s USING (member_id)`
  const { rows } = await sql<{ member_id: bigint; events: bigint; seconds: number | null }>`
    SELECT u.member_id, u.seq - u.after_seq AS events,
      CASE WHEN coalesce(j.at, h.at) >= h.at THEN greatest(0, extract(epoch FROM clock_timestamp() - coalesce(j.at, h.at))) END::float8 AS seconds
    FROM journal_head h, (${ends}) u
      LEFT JOIN LATERAL (SELECT at FROM journal WHERE member_id = u.member_id AND seq > u.after_seq ORDER BY seq LIMIT 1) j ON true
    WHERE h.id = 0 AND u.seq > u.after_seq ORDER BY seconds DESC NULLS LAST, u.member_id LIMIT ${most}`.execute(db)
  const members = rows.map(({ member_id: memberId, events }) => ({ memberId, events: Number(events) }))
  return {
    members,
    events: members.reduce((sum, { events }) => sum + events, 0),
    oldestSeconds: rows[0]?.seconds ?? 0,
  }
}

/** What a head covers of the parts that name it, in one digest, over rows of `journal_head_part`. */
export const headDigest = `sha256(coalesce(string_agg(form, ''::bytea ORDER BY part, owner, place), ''::bytea))`

/** Whether the audit's chain has another end than the newest head covers, or a table a proof of a round or a record of a series that no head covers. */
export async function isRestUnsealed(db: Database): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    SELECT (a.seq, a.hash) IS DISTINCT FROM (coalesce(h.audit_seq, 0), coalesce(h.audit_hash, ''::bytea))
      OR EXISTS (SELECT FROM table_proof WHERE head_id IS NULL) OR EXISTS (SELECT FROM series_proof WHERE head_id IS NULL) AS moved
    FROM audit_head a CROSS JOIN journal_head h ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0]?.moved === true
}

/** The end of the audit's chain that the newest head covers, and whether the head has the hash that its key gives. */
export type CoveredEnd = { seq: bigint; hash: Buffer; isGenuine: boolean }

type NewestHead = Omit<HeadContent, 'keyId' | 'audit' | 'previous'> & {
  key_id: string
  hash: Buffer
  previous: Buffer | null
  audit_seq: bigint | null
  audit_hash: Buffer | null
}

/** Verifies the newest head with the seals of its pass. Null where it covers no audit, or `APP_SECRET` lacks its key. */
export async function readCoveredEnd(db: Database, keys: SealKeys): Promise<CoveredEnd | null> {
  const utc = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  const { rows } = await sql<NewestHead>`
    SELECT h.id, to_char(h.at AT TIME ZONE 'UTC', ${utc}) AS at, h.key_id, h.seals, h.events, h.hash, h.audit_seq, h.audit_hash,
      CASE WHEN p.id = 0 THEN convert_to(to_char(p.at AT TIME ZONE 'UTC', ${utc}), 'UTF8') ELSE p.hash END AS previous,
      (SELECT ${sql.raw(headDigest)} FROM journal_head_part WHERE head_id = h.id) AS digest
    FROM journal_head h LEFT JOIN journal_head p ON p.id = h.id - 1 WHERE h.id > 0 ORDER BY h.id DESC LIMIT 1`.execute(
    db,
  )
  const head = rows[0]
  if (head === undefined || head.audit_seq === null || head.audit_hash === null) return null
  const audit = { seq: head.audit_seq, hash: head.audit_hash }
  const content = { ...head, keyId: head.key_id, previous: head.previous ?? Buffer.alloc(0), audit }
  const hash = keys.hashOf(content)
  return hash === null ? null : { ...audit, isGenuine: hash.equals(head.hash) }
}

/** A head that this process added, or saw, is not in the database any more, or is another. */
export class HeadsAltered extends Error {
  override name = 'HeadsAltered'
}

type NextHead = Omit<HeadContent, 'id' | 'keyId' | 'audit'> & {
  head: bigint
  proofs: number
  audit_seq: bigint
  audit_hash: Buffer
  audit_moved: boolean
}

/**
 * One pass: seals the next events of these members, at most `mostEvents` of each, and adds the head, which covers the
 * audit's end and new proofs of tables as well. Returns it, or null when nothing of these was new. Throws `HeadsAltered`, and seals nothing, when `known` is not part of the chain.
 */
export async function sealPass(
  db: Database,
  keys: SealKeys,
  pass: { members: readonly bigint[]; mostEvents: number; known?: KnownHead | null },
): Promise<(KnownHead & { seals: number; events: bigint }) | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<NextHead>`
      SELECT * FROM journal_seal_next(${[...pass.members].map(String)}::bigint[], ${pass.mostEvents}::int)`.execute(tx)
    const next = rows[0]
    if (next === undefined) throw new Error('a statement that returns one row returned none')
    if (pass.known) await assertKnown(tx, pass.known)
    if (next.seals === 0 && next.proofs === 0 && !next.audit_moved) return null
    const audit = { seq: next.audit_seq, hash: next.audit_hash }
    const head = { ...next, id: next.head, keyId: keys.keyId, audit }
    const hash = keys.hashOf(head)
    if (hash === null) throw new Error('the newest key of APP_SECRET is missing')
    crashPoint('journal.sealed')
    await sql`
      SELECT journal_head_add(${head.id}, ${head.at}, ${head.keyId}, ${head.seals}, ${head.events}, ${hash}, ${audit.seq}, ${audit.hash})`.execute(
      tx,
    )
    return { id: head.id, hash, seals: head.seals, events: head.events }
  })
}

async function assertKnown(db: Database, known: KnownHead): Promise<void> {
  const { rows } = await sql<{ hash: Buffer }>`SELECT hash FROM journal_head WHERE id = ${known.id}`.execute(db)
  if (rows[0]?.hash.equals(known.hash) !== true)
    throw new HeadsAltered(`head ${known.id} of the journal, which this process added, is missing or altered`)
}
