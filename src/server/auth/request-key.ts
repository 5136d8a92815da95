import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { journalSources, type LedgerEvent } from '#server/ledger/events.ts'
import { postIn, type Tx } from '#server/ledger/ledger.ts'

/**
 * Idempotency of the member's own calls: what took effect is in the journal under the request id that the member's page
 * generated. It is looked up before any rule is applied.
 */

/** Whether this key of the member has taken effect before, in any call. */
export async function isKnownKey(db: Database | Tx, memberId: bigint, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('journal')
    .select('seq')
    .where('member_id', '=', memberId)
    .where('source', '=', journalSources.own)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** The event of a known key, without its money. */
export type KnownRequest = Pick<LedgerEvent, 'memberId' | 'kind' | 'key' | 'request' | 'contraId'>

/**
 * The result of a known key: its reference and the balances it left if the request is the same, else `conflict`. Nothing
 * moves: the ledger recognises the key before it uses the event.
 */
export async function recall(
  tx: Tx,
  known: KnownRequest,
): Promise<{ ref: string | null; cash: Amount; comp: Amount } | 'conflict'> {
  const posted = await postIn(tx, { ...known, source: 'own' })
  if (posted.outcome === 'conflict') return 'conflict'
  if (posted.outcome !== 'replay') throw new Error(`a known key was ${posted.outcome}`)
  return { ref: posted.ref, cash: posted.cash, comp: posted.comp }
}
