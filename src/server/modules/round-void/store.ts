import type { RoundVoid, VoidDecision, VoidProposal } from '#contract/round-void.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql, type RawBuilder } from 'kysely'

/** Voids of rounds as the office reads them. */

/** Of approval `a`: a void that waits for a second operator. */
const isWaiting = sql`a.kind = 'void_round' AND a.state = 'open' AND a.expires_at > now()`

/** Whether the void of the round with this id waits for a second operator. */
export const waitsForVoid = (roundId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${roundId} IN (SELECT a.subject FROM approval a WHERE ${isWaiting})`

/** A proposal as SQL gives it; `wireProposal` writes its times. */
export type StoredProposal = VoidProposal

/** The void of the round with this id that waits, as JSON; null where none does. A proposal of the operator's own is marked. */
export const waitingProposal = (roundId: RawBuilder<unknown>, operatorId: bigint): RawBuilder<StoredProposal | null> =>
  sql<StoredProposal | null>`(SELECT json_build_object('id', a.id, 'reason', a.command ->> 'reason', 'by', o.name, 'at', a.proposed_at, 'expiresAt', a.expires_at,
      'mine', a.proposed_by = ANY ((SELECT operator_one_person(${operatorId}))::bigint[]))
    FROM approval a JOIN operator o ON o.id = a.proposed_by WHERE a.subject = ${roundId} AND ${isWaiting})`

export function wireProposal(proposal: StoredProposal | null): VoidProposal | null {
  return (
    proposal && {
      ...proposal,
      at: new Date(proposal.at).toISOString(),
      expiresAt: new Date(proposal.expiresAt).toISOString(),
    }
  )
}

/** Who made a round void; null where two operators did not. */
export async function readVoidDecision(db: Database | Tx, id: string): Promise<VoidDecision | null> {
  const { rows } = await sql<{ reason: string; by: string; decidedBy: string; at: Date }>`
    SELECT a.command ->> 'reason' AS reason, o.name AS by, d.name AS "decidedBy", a.decided_at AS at
      FROM approval a JOIN operator o ON o.id = a.proposed_by JOIN operator d ON d.id = a.decided_by
     WHERE a.subject = ${id}::uuid AND a.kind = 'void_round' AND a.state = 'approved'`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, at: row.at.toISOString() }
}

type Proposed = { proposal: StoredProposal | null }

/** The void of a round as an operator reads it. */
export async function readRoundVoid(db: Database | Tx, id: string, operatorId: bigint): Promise<RoundVoid> {
  const { rows } = await sql<Proposed>`
    SELECT ${waitingProposal(sql`${id}::uuid`, operatorId)} AS proposal`.execute(db)
  return { round: id, proposal: wireProposal(rows[0]?.proposal ?? null), decision: await readVoidDecision(db, id) }
}
