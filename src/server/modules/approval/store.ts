import { commandData, commandOf, isSameCommand, type ApprovalCommand, type CommandData } from '#domain/approval.ts'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import { readRecorded, type RecordedRow } from '#server/db/recorded-row.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql, type SqlBool } from 'kysely'
import { v7 as uuidv7 } from 'uuid'

/**
 * Acts that take two operators: proposed by one, decided by another. The caller holds the lock of the subject before it
 * calls, so that an approval is proposed and decided by one transaction at a time. The database refuses a decision by
 * the proposer or an operator who counts as the same person, a decision after 72 hours or of a proposer who is not active any
 * more, and any change of a decided approval (`db/functions/approval/`).
 */

/** A proposal that waits for another operator, locked until the transaction ends. Without brand and member: of an operator's reset. */
export type OpenApproval = {
  id: string
  command: ApprovalCommand
  proposedBy: bigint
  key: string
  brandId: number | null
  memberId: bigint | null
}

/**
 * The open proposal about a subject; null when there is none. `expired`: its 72 hours are over, which this call
 * records; it has no effect any more. Its proposer stays active until the transaction ends: with a deactivation their
 * proposals lapse (db/functions/operator/active.sql). All of it is what the program recorded and signed: where the row is another,
 * or a second one has its number or subject, there is none, and nothing is decided.
 */
export async function lockOpenApproval(
  tx: Tx,
  secret: AppSecret,
  subject: string,
): Promise<OpenApproval | 'expired' | null> {
  const found = await tx
    .selectFrom('approval')
    .select(['id', 'proposed_by', sql<boolean>`operator_stays_active(proposed_by)`.as('staysActive')])
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .execute()
  const [open] = found
  if (open === undefined || found.length > 1) return null
  const locked = await tx
    .selectFrom('approval')
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', open.id)
    .where('state', '=', 'open')
    .forUpdate()
    .execute()
  const [row] = locked
  if (row === undefined || locked.length > 1) return null
  const recorded = await readRecorded(tx, secret, 'approval', open.id)
  if (recorded?.['subject'] !== subject || recorded['state'] !== 'open') return null
  const proposal = proposalOf(open.id, recorded)
  if (proposal.proposedBy !== open.proposed_by) return null
  if (!open.staysActive || Date.parse(String(recorded['expires_at'])) <= row.now.getTime()) {
    await tx.updateTable('approval').set({ state: 'expired' }).where('id', '=', open.id).execute()
    return 'expired'
  }
  return proposal
}

/** A proposal from its recorded row. */
function proposalOf(id: string, row: RecordedRow): OpenApproval {
  const { brand_id: brandId, member_id: memberId } = row
  return {
    id,
    command: commandOf(row['command'] as CommandData),
    proposedBy: BigInt(Number(row['proposed_by'])),
    key: String(row['proposal_key']),
    brandId: brandId === null ? null : Number(brandId),
    memberId: memberId === null ? null : BigInt(Number(memberId)),
  }
}

/**
 * The operators who count as the same person as this one wherever an act takes two, this one among them: those who took
 * part in a reset of their sign-in in the last 96 hours, and the other way round (db/functions/operator/one-person.sql).
 */
export async function onePersonWith(db: Database | Tx, operatorId: bigint): Promise<readonly bigint[]> {
  const { rows } = await sql<{ ids: bigint[] }>`SELECT operator_one_person(${operatorId}) AS ids`.execute(db)
  return rows[0]?.ids ?? [operatorId]
}

/**
 * Stores a proposal under the proposing call's request id; it expires after 72 hours. Resolves with its id. An operator's
 * reset is of no brand and no member.
 */
export async function propose(
  tx: Tx,
  proposal: {
    brandId: number | null
    memberId: bigint | null
    subject: string
    command: ApprovalCommand
    by: bigint
    key: string
  },
): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('approval')
    .values({
      id,
      brand_id: proposal.brandId,
      kind: proposal.command.act,
      subject: proposal.subject,
      member_id: proposal.memberId,
      command: JSON.stringify(commandData(proposal.command)),
      proposed_by: proposal.by,
      proposal_key: proposal.key,
    })
    .execute()
  return id
}

/**
 * Ends an open proposal under the deciding call's request id. With `approved` the caller carries out its command in the
 * same transaction. Throws when the proposal is gone: what was judged is the row that this changes.
 */
export async function decideApproval(
  tx: Tx,
  approval: Pick<OpenApproval, 'id'>,
  decision: { state: 'approved' | 'refused'; by: bigint; key: string },
): Promise<void> {
  const decided = await tx
    .updateTable('approval')
    .set({ state: decision.state, decided_by: decision.by, decision_key: decision.key })
    .where('id', '=', approval.id)
    .where('state', '=', 'open')
    .returning('id')
    .execute()
  if (decided.length !== 1) throw new Error(`${decided.length} open proposals have the number ${approval.id}`)
}

/**
 * What was proposed under a request id: null when nothing was. `isSame` tells whether it was this act of this operator.
 */
export async function findProposal(
  tx: Tx,
  key: string,
  call: { by: bigint; command: ApprovalCommand | null },
): Promise<{ id: string; at: Date; isSame: boolean } | null> {
  const row = await tx
    .selectFrom('approval')
    .select(['id', 'command', 'proposed_by', 'proposed_at as at'])
    .where('proposal_key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return null
  const isSame = call.command !== null && isSameCommand(commandOf(row.command as CommandData), call.command)
  return { id: row.id, at: row.at, isSame: isSame && row.proposed_by === call.by }
}

/** The reason that an approval about a subject was refused with; null when it was not. Only the audit has it. */
export async function readRefusalReason(
  tx: Tx,
  refused: {
    act: 'correction.refuse' | 'operator-reset.refuse' | 'round-void.refuse'
    approval: string
    subject: string
  },
): Promise<string | null> {
  const row = await tx
    .selectFrom('audit')
    .select(sql<string>`detail ->> 'reason'`.as('reason'))
    .where('act', '=', refused.act)
    .where('subject', '=', refused.subject)
    .where(sql<SqlBool>`detail ->> 'approval' = ${refused.approval}`)
    .executeTakeFirst()
  return row?.reason ?? null
}

/** A decision of the caller under its request id; `act` is what the audit names a refusal. */
export type AskedDecision = {
  id: string
  subject: string
  act: Parameters<typeof readRefusalReason>[1]['act']
  key: string
  by: bigint
  decision: { state: 'approved' } | { state: 'refused'; reason: string }
}

/** How far an approval is, and whether this request id has decided it: null when not, otherwise whether in the same way. */
export async function readDecided(
  tx: Tx,
  { id, subject, act, key, by, decision }: AskedDecision,
): Promise<{ state: string; decidedBy: bigint | null; isSame: boolean | null }> {
  const row = await tx
    .selectFrom('approval')
    .select(['state', 'decided_by', 'decision_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const found = { state: row.state, decidedBy: row.decided_by }
  if (row.decision_key !== key) return { ...found, isSame: null }
  const isSame =
    row.state === decision.state &&
    row.decided_by === by &&
    (decision.state === 'approved' || (await readRefusalReason(tx, { act, approval: id, subject })) === decision.reason)
  return { ...found, isSame }
}

/**
 * Makes calls with the same request id wait for each other until the transaction ends, because decisions and proposals
 * are in two tables. They cannot deadlock: none holds a lock that another of them waits for.
 */
export async function lockDecisionKey(tx: Tx, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}::uuid::text, 0))`.execute(tx)
}

/** Whether another money request, correction, void of a round or reset of an operator was decided under this id. */
export async function isDecisionKeyUsed(tx: Tx, key: string, butFor: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM money_request WHERE decision_key = ${key} AND id <> ${butFor}
    UNION ALL SELECT FROM approval WHERE decision_key = ${key} AND id <> ${butFor} 
      AND kind IN ('adjust_balance', 'reset_operator', 'void_round')`.execute(tx)
  return rows.length > 0
}
