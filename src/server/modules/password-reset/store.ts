import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/** Ends a member's open reset, with its issued code. */
export async function closeResets(tx: Tx, memberId: bigint, state: 'lapsed'): Promise<void> {
  await tx
    .updateTable('password_reset')
    .set({ state, code_hash: null, code_until: null, changed_at: sql<Date>`clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('state', 'in', ['filed', 'issued'])
    .execute()
}
