import { openResetStates, type ResetState } from '#domain/password-reset.ts'
import type { OfficeAnswer } from '#contract/office-api.ts'
import type { Database } from '#server/db/pool.ts'
import type { AttemptKey } from '#server/auth/attempts.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/** An id in a brand, by which attempts at its code are counted. */
export function resetIdOf(brandId: number, loginIdKey: string): string {
  return `${brandId} ${loginIdKey}`
}

/**
 * The counts of an attempt at the code of an id: from its network, and from all networks. They are counted whether or
 * not the id has a code, so that neither timing nor the statements of a call differ.
 */
export function resetAttempts(id: string, network: string): readonly AttemptKey[] {
  return [
    { scope: 'reset-network', key: `${id} ${network}` },
    { scope: 'reset-code', key: id },
  ]
}

/** How many of a member's resets the office sees at the member. */
const shownResets = 5

/** The latest password resets of a member, newest first, as the office sees them at the member. */
export async function listMemberResets(
  db: Database,
  memberId: bigint,
): Promise<Extract<OfficeAnswer<'get-member'>, { status: 'success' }>['resets']> {
  const { rows } = await sql<{
    id: string
    askedAt: Date
    state: ResetState
    fromKnownBrowser: boolean | null
    issuedBy: string | null
    proposedBy: string | null
  }>`
    SELECT r.id, r.asked_at AS "askedAt", r.state, r.from_known_browser AS "fromKnownBrowser",
      CASE WHEN r.issued_at IS NOT NULL THEN issuer.name END AS "issuedBy", proposer.name AS "proposedBy"
    FROM password_reset r
    LEFT JOIN operator issuer ON issuer.id = r.decided_by
    LEFT JOIN LATERAL (SELECT a.proposed_by FROM approval a WHERE a.subject = r.id ORDER BY a.proposed_at DESC LIMIT 1) a
      ON true
    LEFT JOIN operator proposer ON proposer.id = a.proposed_by
    WHERE r.member_id = ${memberId} ORDER BY r.asked_at DESC LIMIT ${shownResets}`.execute(db)
  return rows.map((row) => ({ ...row, askedAt: row.askedAt.toISOString() }))
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
