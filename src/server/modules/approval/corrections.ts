import { sql, type SqlBool } from 'kysely'
import type { OfficeCorrection } from '#contract/approval.ts'
import { commandOf, type ApprovalCommands, type ApprovalState, type CommandData } from '#domain/approval.ts'
import { amountToWire } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'

/** Corrections as the office reads them. Every query is limited to the given brands. */

export type CorrectionScope = { brandIds: number[]; operatorId: bigint }

function shownCorrections(db: Database | Tx, { brandIds }: CorrectionScope) {
  return db
    .selectFrom('approval as a')
    .innerJoin('brand as b', 'b.id', 'a.brand_id')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .innerJoin('wallet as w', 'w.member_id', 'a.member_id')
    .innerJoin('operator as proposer', 'proposer.id', 'a.proposed_by')
    .leftJoin('operator as decider', 'decider.id', 'a.decided_by')
    .where('a.kind', '=', 'adjust_balance')
    .where(sql<SqlBool>`a.brand_id = any(${brandIds}::int[])`)
}

function withShownColumns(query: ReturnType<typeof shownCorrections>, { operatorId }: CorrectionScope) {
  return query.select([
    sql<boolean>`a.proposed_by = ANY ((SELECT operator_one_person(${operatorId}))::bigint[])`.as('mine'),
    'a.id',
    'b.code as brand',
    'm.public_id',
    'm.login_id',
    'm.nick',
    'm.level',
    'm.reference_code',
    'w.cash',
    'w.comp',
    'a.command',
    // The state of a proposal whose hours are over is recorded by the next call about it.
    sql<ApprovalState>`CASE WHEN a.state = 'open' AND a.expires_at <= now() THEN 'expired' ELSE a.state END`.as(
      'state',
    ),
    'a.proposed_at',
    'a.expires_at',
    'a.decided_at',
    'proposer.name as proposer',
    'decider.name as decider',
  ])
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof withShownColumns>['execute']>>[number]

/** The stored command of a correction. */
export function correctionOf(command: unknown): ApprovalCommands['adjust_balance'] {
  const stored = commandOf(command as CommandData)
  if (stored.act !== 'adjust_balance') throw new Error(`a correction is stored as ${stored.act}`)
  return stored
}

function correctionFrom(row: ShownRow): OfficeCorrection {
  const { account, amount, reason } = correctionOf(row.command)
  return {
    id: row.id,
    brand: row.brand,
    member: {
      id: row.public_id,
      userId: row.login_id,
      nick: row.nick,
      level: row.level,
      referenceCode: row.reference_code,
    },
    account,
    amount: amountToWire(amount),
    balance: amountToWire(row[account]),
    reason,
    state: row.state,
    by: row.proposer,
    mine: row.mine,
    at: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}

/** One correction after a change in this transaction. */
export async function readCorrection(tx: Tx, id: string, scope: CorrectionScope): Promise<OfficeCorrection> {
  const row = await withShownColumns(shownCorrections(tx, scope), scope)
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()
  return correctionFrom(row)
}

/** A page of the corrections that wait (oldest first), or of those that ended (newest first), and their number. */
export async function listCorrections(
  db: Database,
  filter: { show: 'open' | 'decided'; memberId?: string | undefined; skip: number; take: number },
  scope: CorrectionScope,
): Promise<{ corrections: OfficeCorrection[]; maxCount: number }> {
  const isOpen = filter.show === 'open'
  let query = shownCorrections(db, scope).where(sql<SqlBool>`(a.state = 'open' AND a.expires_at > now()) = ${isOpen}`)
  if (filter.memberId !== undefined) query = query.where('m.public_id', '=', filter.memberId)
  const [rows, total] = await Promise.all([
    withShownColumns(query, scope)
      .orderBy('a.proposed_at', isOpen ? 'asc' : 'desc')
      .orderBy('a.id')
      .offset(filter.skip)
      .limit(filter.take)
      .execute(),
    query.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { corrections: rows.map(correctionFrom), maxCount: Number(total.count) }
}
