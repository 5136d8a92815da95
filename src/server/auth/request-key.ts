import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { journalSources, type LedgerEvent } from '#server/ledger/events.ts'
import { postIn, type Tx } from '#server/ledger/ledger.ts'

/**
 * Asked twice, done once, for the member's own calls: what took effect lies in the journal under the request id the
 * member's page made. It is looked up before anything is judged.
 */

/** Whether this key of the member has taken effect before, in whatever call. */
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

/** The event a key stands for, without its money. */
export type KnownAsk = Pick<LedgerEvent, 'memberId' | 'kind' | 'key' | 'ask' | 'contraId'>

/**
 * What became of a key that is known: what the ask was about and the balances it left when it is the same ask, else
 * `conflict`. Nothing moves:
 * the ledger recognises the key before it looks at the event.
 */
export async function recall(
  tx: Tx,
  known: KnownAsk,
): Promise<{ ref: string | null; cash: Amount; comp: Amount } | 'conflict'> {
  const posted = await postIn(tx, { ...known, source: 'own' })
  if (posted.outcome === 'conflict') return 'conflict'
  if (posted.outcome !== 'replay') throw new Error(`a known key was ${posted.outcome}`)
  return { ref: posted.ref, cash: posted.cash, comp: posted.comp }
}
