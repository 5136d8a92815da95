import { openResetStates } from '#domain/password-reset.ts'
import type { AttemptKey } from '#server/auth/attempts.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/**
 * The attempts at the code of an id in a brand. They are counted by id, whether or not it has a code, so that neither
 * timing nor the statements of a call differ.
 */
export function resetAttempt(brandId: number, loginIdKey: string): AttemptKey {
  return { scope: 'reset-code', key: `${brandId} ${loginIdKey}` }
}

/** Ends a member's open reset, with its issued code. */
export async function closeResets(tx: Tx, memberId: bigint, state: 'lapsed'): Promise<void> {
  await tx
    .updateTable('password_reset')
    .set({ state, code_hash: null, code_until: null, changed_at: sql<Date>`clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('state', 'in', openResetStates)
    .execute()
}
