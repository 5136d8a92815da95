import type { Amount } from '#domain/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/pool.ts'
import { journalKinds, journalSources, requestHash, type RecordedEvent } from '#server/ledger/events.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { isRequestOfSpin } from '#server/ledger/proofs.ts'

/**
 * Idempotency of the member's own calls: a request that took effect is in the journal or its archive, under the request
 * id that the member's page generated; an inquiry is in `help_item`. It is read before any rule is applied, without a
 * lock or a write; of two concurrent requests with one id one takes effect, because each looks it up again under the
 * wallet's lock (`db/functions/ledger/post.sql`, `fileInquiry` of the module `help`).
 */

/** An event of one of the member's own calls, before its money. */
export type OwnEvent = Pick<RecordedEvent, 'memberId' | 'kind' | 'key' | 'request' | 'contraId'>

/** What is recorded of an event: its reference, and the balances after it. */
export type Recalled = { ref: string | null; cash: Amount; comp: Amount }

/** Whether this key of the member has taken effect before, in any call. */
export async function isUsedKey(db: Database | Tx, memberId: bigint, key: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`SELECT ${usedKey(memberId, key)} AS used`.execute(db)
  return rows[0]?.used ?? false
}

/** The same as part of a statement. */
export function usedKey(memberId: bigint, key: string): RawBuilder<boolean> {
  return sql`(EXISTS (SELECT FROM journal j WHERE j.member_id = ${memberId} AND j.source = ${journalSources.own} AND j.key = ${key}::uuid)
    OR EXISTS (SELECT FROM help_item h WHERE h.member_id = ${memberId} AND h.request_id = ${key}::uuid))`
}

/** The same, in any call but `user-write-help`. */
export async function isJournalKey(db: Database | Tx, memberId: bigint, key: string): Promise<boolean> {
  return (await entryOf(db, memberId, key).select('seq').executeTakeFirst()) !== undefined
}

async function isInquiryKey(db: Database | Tx, memberId: bigint, key: string): Promise<boolean> {
  const inquiry = db.selectFrom('help_item').select('id').where('member_id', '=', memberId)
  return (await inquiry.where('request_id', '=', key).executeTakeFirst()) !== undefined
}

/**
 * The event of the request if it has taken effect before; `conflict` if another request has this key, null for a new
 * key.
 */
export async function recall(
  db: Database | Tx,
  {
    memberId,
    kind,
    key,
    request,
  }: Pick<OwnEvent, 'memberId' | 'key' | 'request'> & { kind: OwnEvent['kind'] | 'spin' },
): Promise<Recalled | 'conflict' | null> {
  const entry = await entryOf(db, memberId, key)
    .select(['kind', 'request_hash', 'ref', 'cash', 'comp'])
    .executeTakeFirst()
  if (entry === undefined) return (await isInquiryKey(db, memberId, key)) ? 'conflict' : null
  const hash = requestHash(request)
  const isSame =
    kind === 'spin'
      ? entry.kind === journalKinds.spin && isRequestOfSpin(entry.request_hash, hash)
      : entry.request_hash === hash
  if (!isSame) return 'conflict'
  return { ref: entry.ref, cash: entry.cash, comp: entry.comp }
}

/**
 * The journal's row of a key: by all three columns of its index, because with two the query may read all of the
 * member's rows.
 */
function entryOf(db: Database | Tx, memberId: bigint, key: string) {
  return db
    .selectFrom('journal')
    .where('member_id', '=', memberId)
    .where('source', '=', journalSources.own)
    .where('key', '=', key)
}
